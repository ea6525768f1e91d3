# What a person would write to run a Cursor hook under Gemini CLI: one tool, no time limit, no rule for failures.
# Usage: python3 guard.py HOOK
import json
import os
import subprocess
import sys

call = json.load(sys.stdin)
if call["tool_name"] != "write_file":
    print("{}")
    sys.exit(0)
payload = {
    "conversation_id": call["session_id"],
    "session_id": call["session_id"],
    "generation_id": call["session_id"],
    "hook_event_name": "preToolUse",
    "tool_name": "Write",
    "tool_input": {
        "file_path": os.path.join(call["cwd"], call["tool_input"]["file_path"]),
        "content": call["tool_input"]["content"],
    },
    "workspace_roots": [call["cwd"]],
    "transcript_path": call["transcript_path"],
}
hook = subprocess.run(sys.argv[1], input=json.dumps(payload), capture_output=True, text=True)
sys.stderr.write(hook.stderr)
if hook.returncode == 2:
    sys.exit(2)
answer = json.loads(hook.stdout or "{}")
if answer.get("permission") in ("deny", "ask"):
    messages = [answer.get("user_message"), answer.get("agent_message")]
    print(json.dumps({"decision": "deny", "reason": "\n".join(filter(None, messages))}))
else:
    print("{}")
