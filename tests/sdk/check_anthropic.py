"""Lets Anthropic's own client judge a server: `check_anthropic.py BASE_URL KEY`.

The server must play the turns these checks expect, in this order. Each check prints its name when it has passed; the
first that fails ends the program with its traceback.
"""

import sys

import anthropic
from anthropic.types import Message, RawMessageStreamEvent
from anthropic.types.beta import (
    BetaBrowserHoldKeyToolUseBlock,
    BetaBrowserLeftMouseDownToolUseBlock,
    BetaBrowserLeftMouseUpToolUseBlock,
    BetaBrowserZoomToolUseBlock,
    BetaMessage,
)
from pydantic import TypeAdapter

from checking import conforms, raises, run

DEADLINE_SECONDS = 20
MODEL = "fake"
TOOLS = [
    {
        "name": name,
        "description": f"{name} an element",
        "input_schema": {"type": "object", "properties": {"ref": {"type": "string"}}, "required": ["ref"]},
    }
    for name in ("click", "hover")
]
TASK = {"role": "user", "content": "Press Pay."}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}


def thinks_calls_tools_and_takes_their_results(client):
    answer = conforms(Message, create(client, tools=TOOLS))
    assert answer.stop_reason == "tool_use", answer
    thought, text, click, hover = answer.content
    assert (thought.type, thought.thinking) == ("thinking", "Pay is e7."), thought
    assert (text.text, click.name, click.input) == ("I press.", "click", {"ref": "e7"}), answer
    assert hover.input == {"ref": "e8"} and hover.id != click.id, hover

    results = [
        {"type": "tool_result", "tool_use_id": click.id, "content": [{"type": "text", "text": "Clicked."}, IMAGE]},
        {"type": "tool_result", "tool_use_id": hover.id, "content": "Gone.", "is_error": True},
        {"type": "text", "text": "Go on.", "cache_control": {"type": "ephemeral"}},
    ]
    said = [TASK, {"role": "assistant", "content": answer.content}, {"role": "user", "content": results}]
    answer = conforms(Message, create(client, said, tools=TOOLS))
    assert answer.content[0].text == "It is paid: 40 €.", answer
    assert answer.stop_reason == "end_turn", answer
    assert (answer.usage.input_tokens, answer.usage.cache_read_input_tokens) == (36, 64), answer


def assembles_a_stream_with_two_calls(client):
    event_type = TypeAdapter(RawMessageStreamEvent)
    with client.messages.stream(model=MODEL, max_tokens=100, messages=[TASK], tools=TOOLS) as stream:
        kinds = set()
        for event in stream:
            kinds.add(event.type)
        answer = conforms(Message, stream.get_final_message())
    assert {"message_start", "content_block_delta", "message_stop", "text", "input_json"} <= kinds, kinds
    thought, text, click, hover = answer.content
    assert thought.thinking == "Hm … 😀" and thought.signature, thought
    assert text.text == "Zuerst hier, dann da: šč😀", text
    assert (click.input, hover.input) == ({"ref": "e1"}, {"ref": 'f2e\n"7"'}), answer
    assert answer.usage.output_tokens == 10, answer
    for event in create(client, stream=True):
        event_type.validate_python(event.model_dump(mode="json", warnings=False))


def passes_on_a_refusal(client):
    answer = conforms(Message, create(client))
    assert (answer.stop_reason, answer.stop_details.explanation) == ("refusal", "I will not."), answer


def waits_and_tries_again_when_told_to(client):
    answer = create(client.with_options(max_retries=2))
    assert answer.content[0].text == "after the wait", answer


def maps_a_rate_limit(client):
    error = raises(anthropic.RateLimitError, lambda: create(client))
    assert (error.status_code, error.body["error"]["type"]) == (429, "rate_limit_error"), error
    assert error.response.headers["retry-after"] == "7", error
    assert create(client).content[0].text == "after the limit"


def maps_an_overload(client):
    error = raises(anthropic.InternalServerError, lambda: create(client))
    assert (error.status_code, error.body["error"]["type"]) == (529, "overloaded_error"), error
    assert create(client).content[0].text == "after the overload"


def finds_an_error_inside_a_stream(client):
    raises(anthropic.APIStatusError, lambda: list(create(client, stream=True)))
    assert create(client).content[0].text == "after the event"


def gives_up_on_a_hanging_server(client):
    raises(anthropic.APITimeoutError, lambda: create(client.with_options(timeout=0.2)))
    assert create(client).content[0].text == "after the silence"


def maps_a_wrong_key(client):
    error = raises(anthropic.AuthenticationError, lambda: create(client.with_options(api_key="wrong")))
    assert error.body["error"]["type"] == "authentication_error", error


def maps_bad_requests(client):
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "click", "input": {}}]}
    forged = {"type": "thinking", "thinking": "Hm.", "signature": "forged"}
    mark = {"cache_control": {"type": "ephemeral"}}
    for said, more in [
        ([TASK, call, TASK], {}),
        ([TASK, {"role": "assistant", "content": "Well,"}], {}),
        ([TASK, {"role": "assistant", "content": [forged]}, TASK], {}),
        ([{"role": "user", "content": [{"type": "text", "text": "x"} | mark] * 5}], {}),
        ([TASK], {"extra_body": {"temperature": 1}}),
    ]:
        error = raises(anthropic.BadRequestError, lambda: create(client, said, **more))
        assert error.body["error"]["type"] == "invalid_request_error", error


def works_with_a_computer_and_a_browser(client):
    size = {"display_width_px": 1280, "display_height_px": 800}
    computer = {"type": "computer_20251124", "name": "computer", "enable_zoom": True} | size
    beta = {"betas": ["computer-use-2025-11-24"], "tools": [computer]}
    answer = conforms(BetaMessage, create(client.beta, **beta))
    call = answer.content[0]
    assert (call.name, call.input) == ("computer", {"action": "left_click", "coordinate": [3, 4]}), call
    answer = create(client.beta, answered(call), **beta)
    assert answer.content[0].text == "clicked by the computer", answer
    raises(anthropic.BadRequestError, lambda: create(client.beta, tools=[computer]))
    raises(anthropic.BadRequestError, lambda: create(client.beta, answered(call, is_error=True), **beta))

    browser = {"type": "browser_toolset_20260801", "configs": {"list_tabs": {"enabled": False}}}
    answer = conforms(Message, create(client, tools=[browser]))
    call = answer.content[0]
    assert (call.toolset_name, call.name, call.input["target"]["x"]) == ("browser", "left_click", 3), call
    answer = create(client, answered(call), tools=[browser])
    assert answer.content[0].text == "clicked by the browser", answer
    raises(anthropic.BadRequestError, lambda: create(client, answered(call)))
    raises(anthropic.BadRequestError, lambda: create(client, tools=[browser | {"name": "browser"}]))
    halves = [
        BetaBrowserLeftMouseDownToolUseBlock,
        BetaBrowserLeftMouseUpToolUseBlock,
        BetaBrowserHoldKeyToolUseBlock,
        BetaBrowserZoomToolUseBlock,
    ]
    for kind, call in zip(halves, create(client, tools=[browser]).content, strict=True):
        conforms(kind, call)


CHECKS = [
    thinks_calls_tools_and_takes_their_results,
    assembles_a_stream_with_two_calls,
    passes_on_a_refusal,
    waits_and_tries_again_when_told_to,
    maps_a_rate_limit,
    maps_an_overload,
    finds_an_error_inside_a_stream,
    gives_up_on_a_hanging_server,
    maps_a_wrong_key,
    maps_bad_requests,
    works_with_a_computer_and_a_browser,
]


def answered(call, **more):
    result = {"type": "tool_result", "tool_use_id": call.id, "content": [{"type": "text", "text": "Clicked."}, IMAGE]}
    return [TASK, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result | more]}]


def create(client, messages=None, **more):
    return client.messages.create(model=MODEL, max_tokens=100, messages=messages or [TASK], **more)


def main():
    base_url, key = sys.argv[1:]
    client = anthropic.Anthropic(base_url=base_url, api_key=key, max_retries=0, timeout=DEADLINE_SECONDS)
    run(CHECKS, client)


if __name__ == "__main__":
    main()
