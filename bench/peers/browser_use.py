"""Lets browser-use do one task, in its own loop: python browser_use.py BASE MODEL TASK CHROMIUM."""

import asyncio
import json
import os
import sys

# This file is called like the package, which must be found first.
sys.path.pop(0)
os.environ.update(ANONYMIZED_TELEMETRY="false", BROWSER_USE_CLOUD_SYNC="false", BROWSER_USE_LOGGING_LEVEL="error")
# Its own time limits are for a machine with nothing else to do; a page it gave up on would be one it is not asked about.
for event in ("BrowserStateRequest", "Screenshot", "ClickElement", "TypeText", "NavigateToUrl", "BrowserStart", "BrowserLaunch"):
    os.environ[f"TIMEOUT_{event}Event"] = "150"

from browser_use import Agent, BrowserProfile, BrowserSession  # noqa: E402
from browser_use.llm.openai.chat import ChatOpenAI  # noqa: E402


async def main(base: str, model: str, task: str, chromium: str) -> None:
    size = {"width": 1280, "height": 720}
    profile = BrowserProfile(
        executable_path=chromium,
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport=size,
        user_data_dir=None,
    )
    session = BrowserSession(browser_profile=profile)
    llm = ChatOpenAI(model=model, base_url=base, api_key="none", max_retries=0)
    agent = Agent(task=task, llm=llm, browser_session=session, use_judge=False, step_timeout=600)
    try:
        history = await agent.run(max_steps=80)
        print(json.dumps({"success": history.is_done()}))
    finally:
        await session.kill()


asyncio.run(main(*sys.argv[1:5]))
