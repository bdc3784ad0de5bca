"""Sends requests made from the description of /api/v1 and checks every answer against it. Takes the address of the description."""

import os
import sys

from schemathesis.cli import schemathesis

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# Streams never end, and a session wants a code instead of a key.
STREAMS = ["/api/v1/changes", "/api/v1/runs/{id}/screen", "/api/v1/session"]

arguments = ["run", sys.argv[1], "--header", f"Authorization: {os.environ['WEBHAND_BEARER']}"]
arguments += ["--checks", CHECKS, "--phases", "examples,fuzzing", "--max-examples", "5", "--seed", "1", "--workers", "1"]
# The owner's key may act 20 times a second.
arguments += ["--rate-limit", "18/s", "--no-color", "--request-timeout", "20"]
for path in STREAMS:
    arguments += ["--exclude-path", path]
schemathesis(arguments)
