"""Lets OpenAI's own client judge a server: `check_openai.py BASE_URL KEY`.

The server must play the turns these checks expect, in this order. Each check prints its name when it has passed; the
first that fails ends the program with its traceback.
"""

import sys

import openai
from openai.types import Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from checking import conforms, raises, run

DEADLINE_SECONDS = 20
MODEL = "fake"
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": f"{name} an element",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {"ref": {"type": "string"}},
                "required": ["ref"],
                "additionalProperties": False,
            },
        },
    }
    for name in ("click", "hover")
]
TASK = {"role": "user", "content": "Press Pay."}


def lists_models(client):
    models = list(client.models.list())
    assert [model.id for model in models] == [MODEL], models
    conforms(Model, models[0])


def calls_a_tool_and_takes_its_result(client):
    answer = conforms(ChatCompletion, create(client, tools=TOOLS, parallel_tool_calls=False))
    assert answer.choices[0].finish_reason == "tool_calls", answer
    message = answer.choices[0].message
    (call,) = message.tool_calls
    assert (call.function.name, call.function.arguments) == ("click", '{"ref":"e7"}'), call

    result = {"role": "tool", "tool_call_id": call.id, "content": "Clicked e7."}
    answer = conforms(ChatCompletion, create(client, [TASK, message, result], tools=TOOLS))
    assert answer.choices[0].message.content == "It is paid: 40 €.", answer
    assert answer.choices[0].finish_reason == "stop", answer
    assert answer.usage.prompt_tokens_details.cached_tokens == 64, answer


def assembles_a_stream_with_two_calls(client):
    usage = {"include_usage": True}
    with client.chat.completions.stream(model=MODEL, messages=[TASK], tools=TOOLS, stream_options=usage) as stream:
        for event in stream:
            if event.type == "chunk":
                conforms(ChatCompletionChunk, event.chunk)
        answer = stream.get_final_completion()
    message = answer.choices[0].message
    assert message.content == "Zuerst hier, dann da: šč😀", message
    calls = [(call.function.name, call.function.parsed_arguments) for call in message.tool_calls]
    assert calls == [("click", {"ref": "e1"}), ("hover", {"ref": "f2e\n\"7\""})], calls
    assert len({call.id for call in message.tool_calls}) == 2, message
    assert answer.choices[0].finish_reason == "tool_calls", answer
    assert answer.usage.total_tokens == 110, answer


def passes_on_a_refusal(client):
    message = create(client).choices[0].message
    assert (message.refusal, message.content) == ("I will not.", None), message


def waits_and_tries_again_when_told_to(client):
    answer = create(client.with_options(max_retries=2))
    assert answer.choices[0].message.content == "after the wait", answer


def maps_a_rate_limit(client):
    error = raises(openai.RateLimitError, lambda: create(client))
    assert (error.status_code, error.code) == (429, "rate_limit_exceeded"), error
    assert error.response.headers["retry-after"] == "7", error
    assert create(client).choices[0].message.content == "after the limit"


def gives_up_when_told_not_to_try_again(client):
    raises(openai.InternalServerError, lambda: create(client.with_options(max_retries=2)))
    assert create(client).choices[0].message.content == "after the failure"


def finds_an_error_inside_a_stream(client):
    raises(openai.APIError, lambda: list(create(client, stream=True)))
    assert create(client).choices[0].message.content == "after the event"


def notices_a_broken_stream(client):
    # The client does not wrap this one, so whatever its transport raises will do.
    raises(Exception, lambda: list(create(client, stream=True)))
    assert create(client).choices[0].message.content == "after the break"


def gives_up_on_a_hanging_server(client):
    raises(openai.APITimeoutError, lambda: create(client.with_options(timeout=0.2)))
    assert create(client).choices[0].message.content == "after the silence"


def maps_a_wrong_key(client):
    error = raises(openai.AuthenticationError, lambda: create(client.with_options(api_key="wrong")))
    assert (error.status_code, error.code) == (401, "invalid_api_key"), error


def maps_a_bad_request(client):
    call = {"id": "a", "type": "function", "function": {"name": "click", "arguments": "{}"}}
    unanswered = {"role": "assistant", "content": None, "tool_calls": [call]}
    error = raises(openai.BadRequestError, lambda: create(client, [TASK, unanswered, TASK]))
    assert (error.status_code, error.type, error.param) == (400, "invalid_request_error", "messages.[2]"), error


def maps_an_unknown_model(client):
    error = raises(openai.NotFoundError, lambda: client.models.retrieve("other"))
    assert error.code == "model_not_found", error


CHECKS = [
    lists_models,
    calls_a_tool_and_takes_its_result,
    assembles_a_stream_with_two_calls,
    passes_on_a_refusal,
    waits_and_tries_again_when_told_to,
    maps_a_rate_limit,
    gives_up_when_told_not_to_try_again,
    finds_an_error_inside_a_stream,
    notices_a_broken_stream,
    gives_up_on_a_hanging_server,
    maps_a_wrong_key,
    maps_a_bad_request,
    maps_an_unknown_model,
]


def create(client, messages=None, **more):
    return client.chat.completions.create(model=MODEL, messages=messages or [TASK], **more)


def main():
    base_url, key = sys.argv[1:]
    client = openai.OpenAI(base_url=base_url, api_key=key, max_retries=0, timeout=DEADLINE_SECONDS)
    run(CHECKS, client)


if __name__ == "__main__":
    main()
