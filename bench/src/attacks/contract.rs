//! Every case of the attack contract, and which program plays it.
//!
//! A case that nobody plays has a written reason here. The test of the attacks reads this table: cases and tests that it names
//! exist.

use serde_json::{Value, json};

/// Where a case of the contract is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedBy {
    /// By cases of this bench whose id begins so.
    Cases(&'static str),
    /// By another program of the bench.
    Bench(&'static str),
    /// By a test of this name.
    Test(&'static str),
    /// By nobody, for this reason.
    Nobody(&'static str),
}

use PlayedBy::{Bench, Cases, Nobody, Test};

/// The table as JSON, for the report.
#[must_use]
pub fn json() -> Value {
    let entry = |(id, played): &(&str, &[PlayedBy])| {
        let told: Vec<Value> = played.iter().map(|by| by.json()).collect();
        ((*id).to_owned(), Value::Array(told))
    };
    Value::Object(CONTRACT.iter().map(entry).collect())
}

impl PlayedBy {
    fn json(self) -> Value {
        match self {
            Cases(prefix) => json!({"cases": prefix}),
            Bench(name) => json!({"bench": name}),
            Test(name) => json!({"test": name}),
            Nobody(why) => json!({"nobody": why}),
        }
    }
}

const NO_HOOK: &str = "the extension puts no script into the world of a page";
const EXTENSION: &str = "tests of the extension play it, in `extension/test`";
const NO_MEMORY: &str = "there are no memories, saved tools or recipes yet";

/// The ids of the contract, each with the cases, benches and tests that play it, or the reason why nobody does.
pub const CONTRACT: &[(&str, &[PlayedBy])] = &[
    ("PI-01", &[Cases("PI-01"), Test("hidden_text_is_left_out_or_marked_and_painted_text_is_kept")]),
    ("PI-02", &[Cases("PI-02"), Test("hidden_text_is_left_out_or_marked_and_painted_text_is_kept")]),
    ("PI-03", &[Test("names_from_attributes_are_cut_and_do_not_replace_the_painted_text")]),
    ("PI-04", &[Cases("PI-04"), Test("invisible_characters_are_removed_everywhere")]),
    ("PI-05", &[Cases("PI-05"), Test("texts_from_beside_the_page_are_quoted_too")]),
    ("PI-06", &[Cases("PI-06"), Test("nothing_in_a_page_can_write_a_line_of_the_snapshot")]),
    ("PI-07", &[Cases("PI-07")]),
    ("PI-08", &[Test("texts_from_beside_the_page_are_quoted_too")]),
    ("PI-09", &[Cases("PI-09"), Test("text_that_is_added_later_is_treated_the_same_also_in_reported_changes")]),
    ("PI-10", &[Cases("PI-10"), Test("a_flood_of_text_before_the_button_does_not_push_it_out")]),
    ("PI-11", &[Cases("CB-01/click-at"), Test("a_point_is_judged_as_the_element_that_lies_there")]),
    ("PI-12", &[Cases("PI-12")]),
    ("PI-13", &[Nobody("no tool reads a clipboard, a text file, a PDF or an earlier run")]),
    ("CB-01", &[Cases("CB-01")]),
    ("CB-02", &[Cases("CB-02")]),
    ("CB-03", &[Cases("CB-03")]),
    ("CB-04", &[Cases("CB-04")]),
    ("CB-05", &[Cases("CB-05")]),
    ("CB-06", &[Cases("CB-06"), Cases("TOUCH"), Cases("NOISE"), Cases("GRAPHQL"), Cases("LATE")]),
    ("CB-07", &[Cases("CB-07"), Cases("QUOTED")]),
    ("CB-08", &[Cases("CB-08")]),
    ("CB-09", &[Cases("CB-09")]),
    ("CB-10", &[Cases("CB-10")]),
    ("CB-11", &[Cases("CB-11"), Cases("LIVE"), Cases("EGRESS")]),
    ("CB-12", &[Cases("CB-12")]),
    ("CB-13", &[Cases("CB-13")]),
    ("CB-14", &[Cases("CB-14"), Test("a_refused_host_gets_no_connection_and_the_reason_is_kept")]),
    ("CB-15", &[Cases("CB-15"), Test("tabs_are_listed_switched_to_and_used_again_by_their_owner_only")]),
    ("CB-16", &[Cases("CB-16"), Test("a_ref_of_another_is_as_unknown_as_one_that_never_was")]),
    ("CB-17", &[Cases("AP-06"), Cases("BR-05")]),
    ("CB-18", &[Cases("CB-18"), Bench("messages")]),
    ("CB-19", &[Cases("CB-19"), Test("a_secret_is_not_typed_on_another_origin")]),
    ("CB-20", &[Cases("SE-01"), Test("no_picture_is_taken_of_a_page_that_shows_a_secret")]),
    ("CB-21", &[Cases("CB-21")]),
    ("CB-22", &[Cases("CB-22")]),
    ("CB-23", &[Cases("CB-23")]),
    (
        "CB-24",
        &[Nobody(
            "no grant has a limit of money: a grant is for a site, without one each order is asked about (CB-01)",
        )],
    ),
    ("CB-25", &[Cases("CB-25")]),
    ("UI-01", &[Cases("UI-01"), Bench("moving")]),
    ("UI-02", &[Cases("UI-02"), Bench("moving")]),
    ("UI-03", &[Cases("UI-03"), Bench("moving")]),
    ("UI-04", &[Cases("UI-04"), Bench("moving")]),
    ("UI-05", &[Cases("UI-05"), Bench("moving")]),
    ("UI-06", &[Cases("UI-06"), Bench("moving")]),
    ("UI-07", &[Cases("UI-07")]),
    ("UI-08", &[Cases("UI-08"), Test("what_a_page_copies_onto_other_elements_does_not_move_a_ref")]),
    ("UI-09", &[Cases("UI-09"), Test("a_page_that_replaces_the_tools_of_its_world_looks_the_same")]),
    ("UI-10", &[Cases("UI-10"), Test("a_form_that_hides_its_own_properties_is_sent_where_it_says")]),
    ("UI-11", &[Cases("UI-11"), Test("forged_messages_change_nothing_and_a_look_leaves_no_trace")]),
    ("UI-12", &[Cases("UI-12"), Test("a_page_that_moves_the_focus_gets_no_text_elsewhere")]),
    ("UI-13", &[Cases("UI-13"), Test("points_are_right_through_borders_scrolling_zoom_and_transforms")]),
    ("UI-14", &[Cases("UI-14"), Test("a_control_that_is_called_something_else_is_left_alone")]),
    ("LS-01", &[Cases("LS-01"), Test("no_bad_caller_gets_anything_from_any_route")]),
    ("LS-02", &[Test("no_post_of_a_foreign_page_is_read")]),
    ("LS-03", &[Cases("LS-03"), Test("no_web_socket_opens_for_a_foreign_page")]),
    ("LS-04", &[Cases("LS-04"), Test("an_address_in_the_request_line_must_be_ours_too")]),
    ("LS-05", &[Cases("LS-05"), Test("no_bad_caller_gets_anything_from_any_route")]),
    ("LS-06", &[Test("what_a_link_or_an_image_can_send_changes_nothing")]),
    ("LS-07", &[Test("only_this_machine_can_be_listened_on"), Test("it_starts_only_where_nobody_else_can_reach_it")]),
    (
        "LS-08",
        &[Cases("LS-08"), Test("the_token_is_in_its_file_and_nowhere_else"), Test("nobody_else_may_read_the_files")],
    ),
    ("LS-09", &[Test("strangers_cannot_keep_the_owner_out"), Test("the_owner_is_served_while_others_guess")]),
    ("LS-10", &[Test("an_address_that_is_taken_is_not_shared")]),
    ("LS-11", &[Cases("LS-11"), Test("messages_that_are_deep_large_or_binary_are_answered_too")]),
    (
        "LS-12",
        &[Nobody(
            "`texts of pages and tasks are shown as text` in `ui/test` plays it in the views that dashboard and panel share",
        )],
    ),
    ("LS-13", &[Test("the_dashboard_can_be_framed_by_nobody_and_loads_nothing_from_elsewhere")]),
    (
        "LS-14",
        &[Test("a_session_is_not_found_by_guessing"), Test("an_agents_key_does_not_find_the_runs_of_the_person")],
    ),
    ("LS-15", &[Cases("LS-15")]),
    (
        "LS-16",
        &[
            Cases("AP-02"),
            Nobody("who can read this machine's loopback has the account; messages carry the token and no number"),
        ],
    ),
    ("EX-01", &[Nobody(EXTENSION)]),
    ("EX-02", &[Test("a_script_in_a_web_page_cannot_speak_with_the_engine")]),
    ("EX-03", &[Test("another_extension_is_not_answered_whatever_it_sends")]),
    ("EX-04", &[Test("a_script_of_the_extension_in_a_hostile_page_may_report_and_nothing_else")]),
    ("EX-05", &[Nobody(EXTENSION)]),
    ("EX-06", &[Test("the_debugger_is_on_no_tab_after_the_end_a_stop_or_a_crash")]),
    ("EX-07", &[Test("keys_are_in_no_storage_that_is_synchronised_or_that_a_page_can_read")]),
    ("EX-08", &[Cases("UI-08"), Test("forged_messages_change_nothing_and_a_look_leaves_no_trace")]),
    ("EX-09", &[Nobody(NO_HOOK)]),
    ("SE-01", &[Cases("SE-01"), Test("what_is_entered_in_secret_is_in_no_file_stream_or_report")]),
    ("SE-02", &[Cases("SE-01"), Test("nobody_else_may_read_the_files")]),
    ("SE-03", &[Bench("personal_data"), Test("a_model_fills_in_an_address_that_it_never_sees")]),
    ("SE-04", &[Cases("SE-04"), Test("a_browser_gets_its_display_and_no_key")]),
    ("SE-05", &[Cases("SE-01"), Test("what_is_entered_in_secret_is_in_no_file_stream_or_report")]),
    ("SE-06", &[Test("a_forgotten_run_leaves_no_trace_in_the_files")]),
    ("SE-07", &[Cases("SE-07"), Test("a_key_goes_over_https_or_stays_on_this_machine")]),
    (
        "SE-08",
        &[Nobody(
            "it needs a network namespace, which tests may not make; the gate's own tests refuse the browser's hosts",
        )],
    ),
    ("SE-09", &[Cases("SE-09"), Test("nothing_a_brain_prints_shows_its_key")]),
    ("FI-01", &[Cases("FI-01")]),
    ("FI-02", &[Cases("FI-01/granted-site")]),
    ("FI-03", &[Cases("FI-03"), Test("a_download_never_overwrites_another")]),
    ("FI-04", &[Cases("FI-04")]),
    ("FI-05", &[Cases("FI-05")]),
    ("FI-06", &[Cases("FI-06")]),
    ("FI-07", &[Cases("FI-07"), Test("permission_prompts_do_not_stall_a_page")]),
    ("AP-01", &[Cases("AP-01")]),
    ("AP-02", &[Cases("AP-02"), Test("an_order_is_never_placed_twice_whenever_the_program_is_killed")]),
    ("AP-03", &[Cases("AP-03")]),
    ("AP-04", &[Cases("AP-04"), Test("after_three_refusals_of_one_kind_nobody_is_asked_again")]),
    ("AP-05", &[Cases("AP-05"), Test("a_run_whose_database_is_deleted_or_replaced_ends_and_places_no_order")]),
    ("AP-06", &[Cases("AP-06"), Cases("AP-10")]),
    ("AP-07", &[Cases("AP-07"), Test("a_run_whose_browser_is_taken_stops_at_once_and_goes_on_when_it_is_given_back")]),
    ("AP-08", &[Nobody("there are no watched sites: what leaves a mark asks whether or not the person looks on")]),
    ("BR-01", &[Test("what_only_looks_like_a_call_stays_text")]),
    ("BR-02", &[Cases("PI-06"), Test("of_a_thousand_turns_with_decoys_no_decoy_is_a_command")]),
    ("BR-03", &[Cases("BR-03"), Cases("CB-15"), Test("two_agents_work_at_the_same_time_in_pages_of_their_own")]),
    ("BR-04", &[Bench("faults"), Bench("messages")]),
    ("BR-05", &[Cases("BR-05"), Cases("TOOL")]),
    ("ME-01", &[Nobody(NO_MEMORY)]),
    ("ME-02", &[Nobody(NO_MEMORY)]),
    ("ME-03", &[Nobody(NO_MEMORY)]),
    ("SC-01", &[Nobody("cargo deny checks it in `make test`")]),
    ("SC-02", &[Bench("rebuild")]),
    ("SC-03", &[Test("settings_are_used_and_not_taken_from_the_working_folder")]),
    ("SC-04", &[Nobody("nothing fetches a browser; the flags that stop its own updates are the gate's")]),
    ("SC-05", &[Nobody("lints deny unsafe code and unwrapping, and the house test refuses exceptions")]),
    (
        "F-01",
        &[
            Test("an_order_is_never_placed_twice_whenever_the_program_is_killed"),
            Test("a_crash_after_any_line_repeats_nothing"),
        ],
    ),
    ("F-02", &[Cases("AP-02"), Test("a_yes_to_a_run_that_nobody_works_on_says_how_it_goes_on")]),
    (
        "F-03",
        &[Test("a_killed_browser_is_disconnected"), Test("a_session_whose_browser_is_gone_is_followed_by_another")],
    ),
    ("F-04", &[Test("a_crashed_page_is_reported_and_can_be_opened_again")]),
    ("F-05", &[Test("a_page_that_hangs_is_freed"), Test("a_page_that_hangs_while_it_loads_leaves_the_tab_usable")]),
    ("F-06", &[Test("a_tab_that_goes_away_under_an_action_ends_it_with_a_word")]),
    ("F-07", &[Test("every_kind_of_frame_is_seen_with_its_origin")]),
    ("F-08", &[Test("a_worker_that_is_ended_anywhere_sends_what_was_approved_once")]),
    (
        "F-09",
        &[Test("an_extension_that_is_loaded_again_while_something_is_asked_sends_nothing_and_goes_on_with_the_answer")],
    ),
    (
        "F-10",
        &[
            Test("requests_under_way_are_answered_on_the_next_connection"),
            Test("a_connection_that_only_seems_to_live_is_replaced"),
        ],
    ),
    ("F-11", &[Test("writers_that_race_lose_no_event_and_write_none_twice")]),
    ("F-12", &[Test("a_full_disk_refuses_writes_until_there_is_room_again")]),
    (
        "F-13",
        &[
            Test("a_lock_held_by_another_program_is_told_as_busy"),
            Test("a_damaged_file_is_told_apart_from_an_empty_one"),
        ],
    ),
    ("F-14", &[Test("the_number_of_sessions_is_bounded")]),
    ("F-15", &[Bench("faults")]),
    ("F-16", &[Bench("faults")]),
    ("F-17", &[Bench("faults")]),
    ("F-18", &[Bench("faults"), Test("a_stream_may_be_cut_anywhere_and_counts_only_with_its_end")]),
    ("F-19", &[Bench("faults")]),
    ("F-20", &[Bench("messages")]),
    (
        "F-21",
        &[
            Test("the_same_click_on_an_unchanged_page_is_warned_about_and_then_ends_the_run"),
            Test("alternating_between_two_steps_is_a_loop_too"),
        ],
    ),
    (
        "F-22",
        &[
            Test("a_page_that_dribbles_in_is_usable_and_called_unsettled"),
            Test("parts_that_never_come_leave_the_page_usable"),
        ],
    ),
    ("F-23", &[Test("a_page_that_never_rests_is_reported_as_busy")]),
    ("F-24", &[Test("a_list_without_end_is_scrolled_a_step_at_a_time")]),
    ("F-25", &[Bench("hardships"), Test("a_hundred_thousand_controls_are_counted_but_for_those_in_view")]),
    ("F-26", &[Bench("hardships"), Test("endless_words_and_ten_million_letters_are_cut")]),
    ("F-27", &[Bench("hardships"), Test("many_frames_some_deep_some_foreign_some_vanishing_are_seen_or_marked")]),
    ("F-28", &[Bench("hardships"), Test("a_page_that_opens_dialogs_for_ever_is_ended")]),
    ("F-29", &[Test("a_page_that_asks_whether_to_leave_is_left")]),
    ("F-30", &[Cases("FI-07"), Test("a_question_for_a_password_is_refused")]),
    ("F-31", &[Test("popups_in_a_storm_are_bounded_and_a_page_that_closes_itself_leaves_the_run_somewhere")]),
    (
        "F-32",
        &[
            Test("broken_connections_are_reported_with_the_browsers_reason"),
            Test("a_redirect_loop_is_reported_with_the_browsers_reason"),
        ],
    ),
    ("F-33", &[Test("a_download_under_way_ends_with_its_owner"), Test("a_download_is_stored_and_reported")]),
    ("F-34", &[Test("odd_letters_come_out_as_text"), Test("half_a_surrogate_pair_in_a_page_does_no_harm")]),
    ("F-35", &[Test("text_of_any_script_arrives_unchanged")]),
    ("F-36", &[Test("a_field_holds_the_requested_value_or_the_difference_is_reported")]),
    ("F-37", &[Test("the_clock_goes_on_where_it_stopped")]),
    ("F-38", &[Test("the_next_time_follows_the_clock_of_its_zone")]),
    (
        "F-39",
        &[
            Test("a_request_to_end_leaves_a_run_that_can_be_resumed"),
            Test("ctrl_c_parks_the_run_so_that_it_can_be_resumed"),
        ],
    ),
    ("F-40", &[Cases("F-40")]),
    ("F-41", &[Test("open_runs_of_an_older_version_go_on"), Test("a_file_of_a_newer_version_is_refused")]),
    (
        "F-42",
        &[
            Test("a_reply_of_another_shape_is_a_bad_reply"),
            Test("the_late_reply_to_a_call_that_timed_out_is_not_taken_for_the_next_ones"),
        ],
    ),
    ("F-43", &[Test("a_profile_in_use_is_refused_and_free_again_afterwards")]),
    ("F-44", &[Test("a_slow_listener_loses_the_oldest_events_and_gets_their_count")]),
    ("F-45", &[Test("a_question_parks_the_run_when_nobody_is_there")]),
];
