"""The servers behind the webmail: IMAP over maildir folders, and SMTP that only writes down what it is given.

Usage: server.py FOLDER IMAP_PORT SMTP_PORT. Everything lies in FOLDER: `home/ann` is the mailbox, `outbox` what was sent.
"""

import asyncio
import email.utils
import os
import sys
import time
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from pymap.main import main as serve_imap
from pysasl.hashing import BuiltinHash

USER, PASSWORD = "ann", "correct-horse-7"
SUBJECTS = [
    "Invoice 2026-{n:03}", "Lunch on day {n}", "Build {n} is green", "Minutes of meeting {n}", "Photos, part {n}",
]


def message(number: int) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = SUBJECTS[number % len(SUBJECTS)].format(n=number)
    mail["From"] = f"Sender {number} <sender{number}@mail.test>"
    mail["To"] = f"Ann <{USER}@mail.test>"
    mail["Date"] = email.utils.formatdate(1_790_000_000 + number * 3600)
    mail["Message-ID"] = f"<{number}@mail.test>"
    mail.set_content(f"Hello Ann,\n\nthis is message number {number}.\n\nBye\n")
    if number % 10 == 7:
        mail.add_attachment(f"Notes of message {number}\n", filename=f"notes-{number}.txt")
    return mail


def seed(folder: Path, count: int) -> None:
    inbox = folder / "home" / USER
    for part in ("cur", "new", "tmp"):
        (inbox / part).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        # The newest is unread.
        place, flags = ("new", "") if number >= count - 3 else ("cur", ":2,S")
        name = f"{1_790_000_000 + number * 3600}.M{number}.bench{flags}"
        path = inbox / place / name
        path.write_bytes(bytes(message(number)))
        os.utime(path, (1_790_000_000 + number * 3600,) * 2)
    digest = BuiltinHash(rounds=1000).hash(PASSWORD)
    base = folder / "home"
    (base / "pymap-etc-passwd").write_text(f"{USER}:x:1000:::{USER}:\r\n")
    (base / "pymap-etc-shadow").write_text(f"{USER}:{digest}:::::::\r\n")


class Outbox:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        name = f"{time.time_ns()}.eml"
        head = f"X-Envelope-To: {', '.join(envelope.rcpt_tos)}\r\n".encode()
        (self.folder / name).write_bytes(head + envelope.content)
        return "250 OK"


def main() -> None:
    folder, imap, smtp = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    seed(folder, 130)
    controller = Controller(Outbox(folder / "outbox"), hostname="127.0.0.1", port=smtp)
    controller.start()
    pid = str(folder / "imap.pid")
    sys.argv = ["pymap", "--host", "127.0.0.1", "--port", imap, "--no-tls", "--pid-file", pid,
                "maildir", str(folder / "home")]
    serve_imap()


if __name__ == "__main__":
    main()
