"""Lets Google's own client judge a server: `check_gemini.py BASE_URL KEY`.

The server must play the turns these checks expect, in this order. Each check prints its name when it has passed; the
first that fails ends the program with its traceback.
"""

import base64
import sys

from google import genai
from google.genai import errors, types

from checking import raises, run

DEADLINE_MS = 20_000
MODEL = "fake"
REF = types.Schema(type="OBJECT", properties={"ref": types.Schema(type="STRING")}, required=["ref"])
TOOLS = [
    types.Tool(
        function_declarations=[
            types.FunctionDeclaration(name=name, description=f"{name} an element", parameters=REF)
            for name in ("click", "hover")
        ]
    )
]
TASK = types.Content(role="user", parts=[types.Part(text="Press Pay.")])
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


def thinks_calls_functions_and_takes_their_responses(client):
    answer = create(client)
    assert answer.candidates[0].finish_reason == types.FinishReason.STOP, answer
    thought, text, click, hover = answer.candidates[0].content.parts
    assert (thought.thought, thought.text, text.text) == (True, "Pay is e7.", "I press."), answer
    assert (click.function_call.name, click.function_call.args) == ("click", {"ref": "e7"}), click
    assert click.thought_signature and not hover.thought_signature, answer

    responses = [
        types.Part(
            function_response=types.FunctionResponse(
                id=part.function_call.id, name=part.function_call.name, response={"output": "Done."}
            )
        )
        for part in (click, hover)
    ]
    picture = types.Part.from_bytes(data=PIXEL, mime_type="image/png")
    after = types.Content(role="user", parts=[*responses, picture])
    answer = create(client, [TASK, answer.candidates[0].content, after])
    assert answer.text == "It is paid: 40 €.", answer
    assert answer.usage_metadata.cached_content_token_count == 64, answer


def assembles_a_stream_with_two_calls(client):
    text, calls, last = "", [], None
    for chunk in client.models.generate_content_stream(model=MODEL, contents=[TASK], config=config()):
        last = chunk
        for part in chunk.candidates[0].content.parts:
            if part.function_call:
                calls.append(part.function_call.args)
            elif not part.thought:
                text += part.text
    assert text == "Zuerst hier, dann da: šč😀", text
    assert calls == [{"ref": "e1"}, {"ref": 'f2e\n"7"'}], calls
    assert last.candidates[0].finish_reason == types.FinishReason.STOP, last
    assert last.usage_metadata.total_token_count == 110, last


def passes_on_a_refusal(client):
    assert create(client).candidates[0].finish_reason == types.FinishReason.SAFETY


def maps_a_rate_limit_and_a_failure(client):
    error = raises(errors.ClientError, lambda: create(client))
    assert (error.code, error.status) == (429, "RESOURCE_EXHAUSTED"), error
    assert create(client).text == "after the limit"
    error = raises(errors.ServerError, lambda: create(client))
    assert (error.code, error.status) == (503, "UNAVAILABLE"), error
    assert create(client).text == "after the failure"


def maps_a_wrong_key(client):
    error = raises(errors.ClientError, lambda: create(connect(BASE_URL, "wrong")))
    assert error.code == 400 and "API_KEY_INVALID" in str(error), error


def maps_bad_requests(client):
    call = types.Part(function_call=types.FunctionCall(name="click", args={}), thought_signature=b"forged")
    unsigned = types.Part(function_call=types.FunctionCall(name="click", args={}))
    response = types.Part(function_response=types.FunctionResponse(name="click", response={"output": "x"}))
    model = lambda part: types.Content(role="model", parts=[part])
    user = lambda part: types.Content(role="user", parts=[part])
    for said in ([TASK, model(call), user(response)], [TASK, model(unsigned), user(response)], [TASK, user(response)]):
        error = raises(errors.ClientError, lambda: create(client, said))
        assert (error.code, error.status) == (400, "INVALID_ARGUMENT"), error


def works_with_a_computer(client):
    computer = types.Tool(computer_use=types.ComputerUse(environment=types.Environment.ENVIRONMENT_BROWSER))
    answer = create(client, tools=[computer])
    call = answer.candidates[0].content.parts[0].function_call
    assert (call.name, call.args["safety_decision"]["decision"]) == ("click_at", "require_confirmation"), call
    picture = types.FunctionResponsePart(inline_data=types.FunctionResponseBlob(mime_type="image/png", data=PIXEL))
    good = {"url": "https://shop.test/", "safety_acknowledgement": "true"}

    def after(response, parts):
        response = types.FunctionResponse(id=call.id, name=call.name, response=response, parts=parts)
        said = types.Content(role="user", parts=[types.Part(function_response=response)])
        return create(client, [TASK, answer.candidates[0].content, said], tools=[computer])

    unconfirmed, nowhere = {"url": good["url"]}, {"safety_acknowledgement": "true"}
    for response, parts in [(unconfirmed, [picture]), (good, None), (nowhere, [picture])]:
        raises(errors.ClientError, lambda: after(response, parts))
    assert after(good, [picture]).text == "clicked by the computer"


CHECKS = [
    thinks_calls_functions_and_takes_their_responses,
    assembles_a_stream_with_two_calls,
    passes_on_a_refusal,
    maps_a_rate_limit_and_a_failure,
    maps_a_wrong_key,
    maps_bad_requests,
    works_with_a_computer,
]


def config(tools=None):
    manual = types.AutomaticFunctionCallingConfig(disable=True)
    return types.GenerateContentConfig(
        tools=tools or TOOLS, system_instruction="You drive a browser.", automatic_function_calling=manual
    )


def create(client, contents=None, tools=None):
    return client.models.generate_content(model=MODEL, contents=contents or [TASK], config=config(tools))


def connect(base_url, key):
    options = types.HttpOptions(base_url=base_url, timeout=DEADLINE_MS, retry_options=types.HttpRetryOptions(attempts=1))
    return genai.Client(api_key=key, http_options=options)


def main():
    client = connect(BASE_URL, KEY)
    run(CHECKS, client)


if __name__ == "__main__":
    BASE_URL, KEY = sys.argv[1:]
    main()
