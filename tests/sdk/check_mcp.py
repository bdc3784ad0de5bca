"""Lets the official MCP client judge `webhand mcp`: `check_mcp.py PROGRAM SITE`.

SITE is the demo site. Each check starts a server of its own and prints its name when it has passed; the first that
fails ends the program with its traceback.
"""

import asyncio
import base64
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import anyio
import httpx2
from mcp import Client, types
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

PROGRAM, SITE = sys.argv[1:]
DEADLINE_SECONDS = 60


def at_terminal(*command):
    """Runs a command at a terminal of its own, at which a person says yes."""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(PROGRAM, [PROGRAM, *command], environment())
    shown, is_answered = b"", False
    try:
        while select.select([terminal], [], [], DEADLINE_SECONDS)[0]:
            shown += os.read(terminal, 4096)
            # What is typed before the question counts for nothing.
            if b"[y/N]" in shown and not is_answered:
                os.write(terminal, b"y\n")
                is_answered = True
        os.kill(process, signal.SIGKILL)
    except OSError:
        pass  # the other end of a terminal is gone when its program has ended
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown.decode()


class Agent:
    """One client with one server, for as long as it is open."""

    def __init__(self, mode="legacy", asked=None, options=(), server=None):
        server = server or StdioServerParameters(command=PROGRAM, args=["mcp", *options], env=environment())
        self.forms = []
        answer = (lambda _, form: self.fill_in(form, asked)) if asked else None
        self.client = Client(server, mode=mode, elicitation_callback=answer, read_timeout_seconds=DEADLINE_SECONDS)

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *ended):
        return await self.client.__aexit__(*ended)

    async def fill_in(self, form, answer):
        self.forms.append(form)
        return types.ElicitResult(**answer)

    async def call(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        if result.is_error:
            raise Failed(result)
        return result.content[0].text

    async def ref(self, role, name):
        page = await self.call("snapshot")
        return re.search(rf'- {role} "{name}" \[ref=(\w+)\]', page)[1]

    async def write_a_letter(self):
        """Fills in the contact form and returns the ref of the button that sends it."""
        await self.call("open", url=f"{SITE}/contact")
        for field, value in [("Name", "Ana"), ("Email", "ana@example.test"), ("Message", "A berth, please.")]:
            told = await self.call("fill", ref=await self.ref("textbox", field), value=value)
            assert value in told, told
        return await self.ref("button", "Send")


class Failed(Exception):
    """A tool's result that is an error."""

    def __init__(self, result):
        super().__init__(result.content[0].text)
        self.told = result.structured_content


async def lists_tools_that_it_knows_how_to_call():
    async with Agent() as agent:
        listed = await agent.client.list_tools()
        tools = {tool.name: tool for tool in listed.tools}
        assert {"open", "snapshot", "click", "drag", "run_task"} <= set(tools), sorted(tools)
        assert tools["snapshot"].annotations.read_only_hint, tools["snapshot"]
        assert tools["click"].annotations.destructive_hint, tools["click"]
        assert "snapshot" in agent.client.instructions
    async with Agent(options=["--profile", "full"]) as agent:
        full = {tool.name for tool in (await agent.client.list_tools()).tools}
        assert set(tools) | {"eval", "click_at", "downloads"} <= full, sorted(full)


async def looks_and_takes_pictures_in_both_lives_of_the_protocol():
    for mode, version in [("legacy", "2025-11-25"), ("auto", "2026-07-28")]:
        async with Agent(mode) as agent:
            assert agent.client.protocol_version == version, agent.client.protocol_version
            told = await agent.call("open", url=SITE)
            assert "opened" in told, told
            assert "Puerto Sereno" in await agent.call("snapshot")
            picture = await agent.client.call_tool("screenshot", {})
            assert picture.content[1].mime_type == "image/jpeg", picture.content
            assert base64.b64decode(picture.content[1].data)[:2] == b"\xff\xd8"


async def tells_what_is_wrong_in_one_word_and_in_many():
    async with Agent() as agent:
        await agent.call("open", url=SITE)
        for tool, arguments, code in [("click", {"ref": "e999"}, "unknown_ref"), ("clik", {}, "bad_call")]:
            failed = await fails(agent.call(tool, **arguments))
            assert failed.told["code"] == code, failed.told


async def a_letter_waits_for_the_person_and_is_sent_once():
    async with Agent() as agent:
        send = await agent.write_a_letter()
        failed = await fails(agent.call("click", ref=send))
        assert failed.told["code"] == "needs_approval", failed.told
        approve = failed.told["approval"]["command"].split()
        assert approve[:2] == ["webhand", "approve"], approve
        at_terminal(*approve[1:])
        told = await agent.call("click", ref=send)
        assert "/contact/" in told, told


async def a_client_with_forms_asks_the_person_itself():
    yes = {"action": "accept", "content": {"allow": True}}
    for mode in ["legacy", "auto"]:
        async with Agent(mode, asked=yes) as agent:
            told = await agent.call("click", ref=await agent.write_a_letter())
            assert "/contact/" in told, told
            (form,) = agent.forms
            assert "A berth, please." in form.message, form.message
            # The person may allow further letters too, but does not have to say.
            assert form.requested_schema["required"] == ["allow"], form.requested_schema
            assert "this_kind" in form.requested_schema["properties"], form.requested_schema
        async with Agent(mode, asked={"action": "decline"}) as agent:
            failed = await fails(agent.call("click", ref=await agent.write_a_letter()))
            assert failed.told["code"] == "refused", failed.told


async def a_grant_asks_nobody():
    async with Agent(options=["--allow", "localhost"]) as agent:
        told = await agent.call("click", ref=await agent.write_a_letter())
        assert "/contact/" in told, told


async def a_long_call_tells_that_it_goes_on_and_can_be_taken_back():
    async with Agent() as agent:
        await agent.call("open", url=SITE)
        heard = []

        async def hear(progress, total, message):
            heard.append(message)

        waited = await agent.client.call_tool("wait", {"text": "never", "ms": 1500}, progress_callback=hear)
        assert waited.structured_content["code"] == "timed_out", waited
        assert heard == ["wait: 1 s"], heard
        with anyio.move_on_after(0.2):
            await agent.call("wait", text="never", ms=50_000)
        # Were the wait still under way, this would wait for it.
        with anyio.fail_after(20):
            await agent.call("snapshot")


async def hands_a_whole_task_over():
    async with Agent() as agent:
        heard = []

        async def hear(progress, total, message):
            heard.append(message)

        task = {"task": "click Shop and tell me the title", "url": SITE}
        result = await agent.client.call_tool("run_task", task, progress_callback=hear)
        assert not result.is_error, result
        assert result.structured_content["ending"]["ending"] == "done", result
        assert heard, "no step was told"


async def speaks_over_http_with_two_at_once():
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--json"]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            serving = json.loads(process.stdout.readline())["serving"]
            with open(serving["token_file"]) as file:
                token = file.read().strip()
            await two_at_once(serving["mcp"], token)
        finally:
            process.terminate()


async def two_at_once(url, token):
    def door(token):
        headers = {"Authorization": f"Bearer {token}"}
        return streamable_http_client(url, http_client=httpx2.AsyncClient(headers=headers, timeout=DEADLINE_SECONDS))

    yes = {"action": "accept", "content": {"allow": True, "answer": "once"}}
    async with Agent("auto", server=door(token)) as one, Agent("auto", asked=yes, server=door(token)) as two:
        assert one.client.protocol_version == "2025-11-25", one.client.protocol_version
        await one.call("open", url=f"{SITE}/shop")
        told = await two.call("click", ref=await two.write_a_letter())
        assert "/contact/" in told and len(two.forms) == 1, told
        assert "/shop" in await one.call("snapshot"), "the other's page is here"
    try:
        async with Agent(server=door("wrong")):
            raise AssertionError("a wrong token was let in")
    except AssertionError:
        raise
    except Exception:  # whatever the client makes of a refusal
        pass


async def reads_runs_and_prompts():
    async with Agent() as agent:
        await agent.call("open", url=SITE)
        (runs,) = [one for one in (await agent.client.list_resources()).resources if one.name == "runs"]
        assert runs.mime_type == "application/json", runs
        (run, *_) = [one for one in (await agent.client.list_resources()).resources if one.name.startswith("run ")]
        story = (await agent.client.read_resource(run.uri)).contents[0].text
        assert "open `" in story and SITE in story, story
        prompts = (await agent.client.list_prompts()).prompts
        assert {"test-a-page", "fill-a-form", "collect-data", "research"} == {prompt.name for prompt in prompts}
        prompt = await agent.client.get_prompt("test-a-page", {"url": SITE})
        assert SITE in prompt.messages[0].content.text, prompt


CHECKS = [
    lists_tools_that_it_knows_how_to_call,
    looks_and_takes_pictures_in_both_lives_of_the_protocol,
    tells_what_is_wrong_in_one_word_and_in_many,
    a_letter_waits_for_the_person_and_is_sent_once,
    a_client_with_forms_asks_the_person_itself,
    a_grant_asks_nobody,
    a_long_call_tells_that_it_goes_on_and_can_be_taken_back,
    hands_a_whole_task_over,
    speaks_over_http_with_two_at_once,
    reads_runs_and_prompts,
]


async def fails(call):
    try:
        told = await call
    except Failed as failed:
        return failed
    raise AssertionError(f"expected a failure, and got {told!r}")


def environment():
    """The same as here: the client gives a server little of it by itself."""
    return dict(os.environ)


async def main():
    for check in CHECKS:
        await check()
        print(check.__name__, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
