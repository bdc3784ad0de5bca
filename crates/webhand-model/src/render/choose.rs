//! Which lines of a snapshot are shown when there is no room for all.

use crate::{Node, tokens};

/// Marks the lines that fit: by rank, each with the ancestors that give it its place.
///
/// `spare` is what is free besides when nothing is left out.
pub(super) fn choose(nodes: &[Node], lines: &[String], room: usize, spare: usize) -> Vec<bool> {
    // Two more for the indentation and the end of the line.
    let costs: Vec<usize> = lines.iter().map(|line| tokens(line) + 2).collect();
    if costs.iter().sum::<usize>() <= room + spare {
        return vec![true; nodes.len()];
    }
    let parents = parents(nodes);
    let ranks = ranks(nodes, &parents);
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|at| (ranks[*at], *at));
    let mut shown = vec![false; nodes.len()];
    let mut left = room;
    for at in order {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(here) = next.filter(|here| !shown[*here]) {
            chain.push(here);
            next = parents[here];
        }
        let cost: usize = chain.iter().map(|here| costs[*here]).sum();
        if cost <= left {
            left -= cost;
            for here in chain {
                shown[here] = true;
            }
        }
    }
    shown
}

pub(super) fn parents(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            while open.last().is_some_and(|last| nodes[*last].depth >= node.depth) {
                open.pop();
            }
            let parent = open.last().copied();
            open.push(at);
            parent
        })
        .collect()
}

/// Lower comes first.
fn ranks(nodes: &[Node], parents: &[Option<usize>]) -> Vec<u8> {
    let mut boilerplate = vec![false; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        let inherited = parents[at].is_some_and(|parent| boilerplate[parent]);
        boilerplate[at] = inherited || matches!(node.role.as_str(), "contentinfo" | "navigation");
    }
    let rank = |(at, node): (usize, &Node)| match (node.in_view, node.target.is_some(), boilerplate[at]) {
        _ if node.is("focused") || node.role == "dialog" || node.role == "alert" => 0,
        (true, true, false) => 1,
        (true, false, false) => 2,
        (true, _, true) => 3,
        (false, true, false) => 4,
        (false, false, false) => 5,
        (false, _, true) => 6,
    };
    nodes.iter().enumerate().map(rank).collect()
}
