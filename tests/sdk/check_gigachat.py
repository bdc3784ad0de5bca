"""Lets GigaChat's own client judge a server: `check_gigachat.py ORIGIN KEY`.

The server must play the turns these checks expect, in this order. Each check prints its name when it has passed; the
first that fails ends the program with its traceback.
"""

import sys

from gigachat import GigaChat
from gigachat.exceptions import AuthenticationError, BadRequestError, RateLimitError
from gigachat.models import Chat, Function, FunctionParameters, Messages, MessagesRole

from checking import raises, run

DEADLINE_SECONDS = 20
MODEL = "fake"
REF = {"ref": {"type": "string", "description": "Which element."}}
FUNCTIONS = [
    Function(
        name=name,
        description=f"{name} an element",
        parameters=FunctionParameters(type="object", properties=REF, required=["ref"]),
    )
    for name in ("click", "hover")
]
TASK = Messages(role=MessagesRole.USER, content="Press Pay.")


def calls_a_function_and_takes_its_result(client):
    answer = client.chat(asking([TASK]))
    choice = answer.choices[0]
    assert (choice.finish_reason, choice.message.content) == ("function_call", "I press."), answer
    call = choice.message.function_call
    assert (call.name, call.arguments) == ("click", {"ref": "e7"}), call
    assert choice.message.functions_state_id, answer

    result = Messages(role=MessagesRole.FUNCTION, name="click", content='{"result": "Clicked."}')
    answer = client.chat(asking([TASK, choice.message, result]))
    assert answer.choices[0].message.content == "It is paid: 40 €.", answer
    assert answer.usage.precached_prompt_tokens == 64, answer


def assembles_a_stream(client):
    text, calls, last = "", [], None
    for chunk in client.stream(asking([TASK])):
        last = chunk
        delta = chunk.choices[0].delta
        text += delta.content or ""
        if delta.function_call:
            calls.append(delta.function_call.arguments)
    assert (text, calls) == ("Zuerst hier, dann da: šč😀", [{"ref": "e1"}]), (text, calls)
    assert (last.choices[0].finish_reason, last.usage.total_tokens) == ("function_call", 110), last


def maps_a_rate_limit(client):
    raises(RateLimitError, lambda: client.chat(asking([TASK])))
    assert client.chat(asking([TASK])).choices[0].message.content == "after the limit"


def fetches_another_token_when_one_is_refused(client):
    assert client.chat(asking([TASK])).choices[0].message.content == "after the token"


def maps_a_wrong_key(client):
    raises(AuthenticationError, lambda: connect("d3Jvbmc=").chat(asking([TASK])))


def maps_bad_requests(client):
    stray = Messages(role=MessagesRole.FUNCTION, name="click", content='{"result": "Clicked."}')
    late = Messages(role=MessagesRole.SYSTEM, content="You drive a browser.")
    for said in ([TASK, stray], [TASK, late]):
        raises(BadRequestError, lambda: client.chat(asking(said)))


CHECKS = [
    calls_a_function_and_takes_its_result,
    assembles_a_stream,
    maps_a_rate_limit,
    fetches_another_token_when_one_is_refused,
    maps_a_wrong_key,
    maps_bad_requests,
]


def asking(messages):
    return Chat(model=MODEL, messages=messages, functions=FUNCTIONS, function_call="auto")


def connect(key):
    return GigaChat(
        base_url=f"{ORIGIN}/api/v1",
        auth_url=f"{ORIGIN}/api/v2/oauth",
        credentials=key,
        scope="GIGACHAT_API_PERS",
        timeout=DEADLINE_SECONDS,
        max_retries=0,
    )


def main():
    client = connect(KEY)
    run(CHECKS, client)


if __name__ == "__main__":
    ORIGIN, KEY = sys.argv[1:]
    main()
