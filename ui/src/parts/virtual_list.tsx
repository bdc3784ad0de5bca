// A list that draws only the rows that can be seen. All rows have one height, so nothing jumps.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
    count: number;
    rowHeight: number;
    label: string;
    /** The row that is kept in view. */
    current: number;
    /** Whether the list stays at its end while it grows. */
    follows: boolean;
    onFollow: (follows: boolean) => void;
    row: (index: number) => ComponentChildren;
}

export function VirtualList({ count, rowHeight, label, current, follows, onFollow, row }: Props) {
    const box = useRef<HTMLDivElement>(null);
    const [top, setTop] = useState(0);
    const [height, setHeight] = useState(600);
    useEffect(() => {
        const element = box.current;
        if (!element) return undefined;
        const sizes = new ResizeObserver(() => {
            setHeight(element.clientHeight);
        });
        sizes.observe(element);
        return () => {
            sizes.disconnect();
        };
    }, []);
    useLayoutEffect(() => {
        const element = box.current;
        if (!element) return;
        if (follows) {
            element.scrollTop = element.scrollHeight;
            return;
        }
        const at = current * rowHeight;
        if (at < element.scrollTop) element.scrollTop = at;
        else if (at + rowHeight > element.scrollTop + element.clientHeight) {
            element.scrollTop = at + rowHeight - element.clientHeight;
        }
    }, [count, follows, current, height]);
    const onScroll = () => {
        const element = box.current;
        if (!element) return;
        setTop(element.scrollTop);
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight / 2;
        if (!isAtEnd && follows) onFollow(false);
    };
    const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
    const last = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN);
    const rows = [];
    for (let index = first; index < last; index++) rows.push(row(index));
    return (
        <div class="virtual" ref={box} onScroll={onScroll} tabIndex={0} role="group" aria-label={label}>
            <div class="virtual-all" style={{ height: `${count * rowHeight}px` }}>
                <ol class="virtual-rows" start={first + 1} style={{ transform: `translateY(${first * rowHeight}px)` }}>
                    {rows}
                </ol>
            </div>
        </div>
    );
}

/** Rows that are drawn beyond both ends. */
const MARGIN = 6;
