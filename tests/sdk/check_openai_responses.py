"""Lets OpenAI's own client judge a server's Responses: `check_openai_responses.py BASE_URL KEY`.

The server must play the turns these checks expect, in this order. Each check prints its name when it has passed; the
first that fails ends the program with its traceback.
"""

import sys

import openai
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from checking import conforms, raises, run

DEADLINE_SECONDS = 20
MODEL = "fake"
TOOLS = [
    {
        "type": "function",
        "name": name,
        "description": f"{name} an element",
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {"ref": {"type": "string"}},
            "required": ["ref"],
            "additionalProperties": False,
        },
    }
    for name in ("click", "hover")
]
TASK = {"role": "user", "content": "Press Pay."}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="


def reasons_calls_a_tool_and_takes_its_result(client):
    answer = conforms(Response, create(client, tools=TOOLS))
    reasoning, message, call = answer.output
    assert (reasoning.type, answer.output_text) == ("reasoning", "I press."), answer
    assert (call.name, call.arguments) == ("click", '{"ref":"e7"}') and call.call_id != call.id, call

    picture = {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "auto"}
    output = [{"type": "input_text", "text": "Clicked e7."}, picture]
    result = {"type": "function_call_output", "call_id": call.call_id, "output": output}
    answer = conforms(Response, create(client, [TASK, reasoning, message, call, result], tools=TOOLS))
    assert answer.output_text == "It is paid: 40 €.", answer
    assert answer.usage.input_tokens_details.cached_tokens == 64, answer


def assembles_a_stream_with_two_calls(client):
    with client.responses.stream(model=MODEL, input=[TASK], tools=TOOLS) as stream:
        for _ in stream:
            pass
        answer = stream.get_final_response()
    assert answer.output_text == "Zuerst hier, dann da: šč😀", answer
    calls = [item.arguments for item in answer.output if item.type == "function_call"]
    assert calls == ['{"ref":"e1"}', '{"ref":"f2e\\n\\"7\\""}'], calls

    event_type = TypeAdapter(ResponseStreamEvent)
    kinds = []
    for number, event in enumerate(create(client, stream=True)):
        event_type.validate_python(event.model_dump(mode="json", warnings=False))
        assert event.sequence_number == number, event
        kinds.append(event.type)
    assert (kinds[0], kinds[-1]) == ("response.created", "response.completed"), kinds


def passes_on_a_refusal_and_an_end_for_length(client):
    answer = conforms(Response, create(client))
    assert answer.output[0].content[0].refusal == "I will not.", answer
    answer = conforms(Response, create(client))
    assert (answer.status, answer.incomplete_details.reason) == ("incomplete", "max_output_tokens"), answer


def maps_a_rate_limit(client):
    error = raises(openai.RateLimitError, lambda: create(client))
    assert error.response.headers["retry-after"] == "7", error
    assert create(client).output_text == "after the limit"


def finds_an_error_inside_a_stream(client):
    last = list(create(client, stream=True))[-1]
    assert (last.type, last.code) == ("error", "server_error"), last
    assert create(client).output_text == "after the event"


def maps_a_wrong_key(client):
    raises(openai.AuthenticationError, lambda: create(client.with_options(api_key="wrong")))


def maps_bad_requests(client):
    call = {"type": "function_call", "call_id": "a", "name": "click", "arguments": "{}"}
    stray = {"type": "function_call_output", "call_id": "b", "output": "Done."}
    forged = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "forged"}
    nested = {"type": "function", "function": {"name": "click", "parameters": {"type": "object"}}}
    for said, more in [
        ([TASK, call, TASK], {}),
        ([TASK, stray], {}),
        ([TASK, forged], {}),
        ([TASK], {"tools": [nested]}),
    ]:
        error = raises(openai.BadRequestError, lambda: create(client, said, **more))
        assert error.type == "invalid_request_error", error


def works_with_a_computer(client):
    computer = {"tools": [{"type": "computer"}]}
    answer = conforms(Response, create(client, **computer))
    reasoning, call = answer.output
    assert (call.type, call.actions[0].x, call.pending_safety_checks[0].id) == ("computer_call", 3, "sc_1"), call
    checks = [check.model_dump() for check in call.pending_safety_checks]
    screenshot = {"type": "computer_screenshot", "image_url": f"data:image/png;base64,{PIXEL}"}
    output = {"type": "computer_call_output", "call_id": call.call_id, "output": screenshot}
    said = [TASK, reasoning, call, output | {"acknowledged_safety_checks": checks}]
    assert create(client, said, **computer).output_text == "clicked by the computer"
    for bad, more in [
        ([TASK, reasoning, call, output], computer),
        ([TASK, reasoning, call], computer),
        ([TASK, reasoning, call, output | {"output": "Clicked."}], computer),
        (said, {}),
    ]:
        raises(openai.BadRequestError, lambda: create(client, bad, **more))
    with client.responses.stream(model=MODEL, input=[TASK], **computer) as stream:
        for _ in stream:
            pass
        assert stream.get_final_response().output[0].type == "computer_call"


CHECKS = [
    reasons_calls_a_tool_and_takes_its_result,
    assembles_a_stream_with_two_calls,
    passes_on_a_refusal_and_an_end_for_length,
    maps_a_rate_limit,
    finds_an_error_inside_a_stream,
    maps_a_wrong_key,
    maps_bad_requests,
    works_with_a_computer,
]


def create(client, said=None, **more):
    return client.responses.create(model=MODEL, input=said or [TASK], store=False, **more)


def main():
    base_url, key = sys.argv[1:]
    client = openai.OpenAI(base_url=base_url, api_key=key, max_retries=0, timeout=DEADLINE_SECONDS)
    run(CHECKS, client)


if __name__ == "__main__":
    main()
