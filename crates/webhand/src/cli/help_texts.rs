//! Examples below the help of commands.

pub(super) const BATCH: &str = "\
One verb a line, written as in a shell and with its quotes, or as a message of the WebSocket; what begins with # is a \
remark. It stops at the first line that does not happen.

Examples:
  printf '%s\\n' 'open https://example.com' 'find \"More information\"' | webhand batch
  echo '{\"id\": \"t\", \"type\": \"get\", \"params\": {\"what\": \"title\"}}' | webhand batch --json";

pub(super) const SESSIONS: &str = "\
Examples:
  webhand sessions
  webhand sessions --json";

pub(super) const STORAGE_STATE: &str = "\
The format is Playwright's. The file opens your accounts to whoever has it, so this asks you at the terminal.

Examples:
  webhand storage-state shop.json
  webhand open https://shop.example --session again --storage-state shop.json
  webhand run \"…\" --url https://shop.example --storage-state shop.json --save-storage-state shop.json";

pub(super) const CLOSE: &str = "\
Examples:
  webhand close
  webhand close --session mail
  webhand close --all";

pub(super) const APPROVALS: &str = "\
Examples:
  webhand approvals
  webhand approve 3f2a91c0-12 --show   # everything that would be sent, uncut
  webhand approve 3f2a91c0-12          # asks at the terminal; y allows it
  webhand deny 3f2a91c0-12";

pub(super) const SKILL: &str = "\
Example, for an agent that reads skills from a folder:
  mkdir -p .claude/skills/webhand && webhand skill > .claude/skills/webhand/SKILL.md";

pub(super) const COMPLETIONS: &str = "\
Examples:
  source <(webhand completions bash)                                    # for this shell; in ~/.bashrc for every one
  webhand completions zsh > ~/.zfunc/_webhand                           # in a folder of $fpath, before compinit
  webhand completions fish > ~/.config/fish/completions/webhand.fish";

pub(super) const MAN: &str = "\
Examples:
  webhand man | man -l -
  webhand man --dir ~/.local/share/man/man1";

pub(super) const DASHBOARD: &str = "\
The address is good once and for 15 minutes. The tab that opens it stays signed in until it is closed.

Examples:
  webhand dashboard
  webhand dashboard --json";

pub(super) const CHAT_TAB: &str = "\
A chat is off until you switch it on, and you are shown what its site says about automated use. Files in the folder
chat-sites beside the settings replace what webhand knows of a site.

Examples:
  webhand config set chat_tabs chatgpt
  webhand chat-tab probe chatgpt --profile me --browser visible
  webhand run \"…\" --brain chat-tab:chatgpt --profile me --browser visible
  webhand run \"…\" --brain chat-tab:http://localhost:3080/";
