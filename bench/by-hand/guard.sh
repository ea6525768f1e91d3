# What a person would write to run a Cursor hook under Gemini CLI: one tool, no time limit, no rule for failures.
# Usage: bash guard.sh HOOK
payload=$(jq -c '
  if .tool_name == "write_file" then {
    conversation_id: .session_id,
    session_id,
    generation_id: .session_id,
    hook_event_name: "preToolUse",
    tool_name: "Write",
    tool_input: {
      file_path: (if .tool_input.file_path[:1] == "/" then "" else .cwd + "/" end + .tool_input.file_path),
      content: .tool_input.content
    },
    workspace_roots: [.cwd],
    transcript_path
  } else empty end') || exit
if [ -z "$payload" ]; then
  echo '{}'
  exit
fi
answer=$("$1" <<< "$payload")
[ $? != 2 ] || exit 2
jq -c '
  if .permission == "deny" or .permission == "ask"
  then { decision: "deny", reason: ([.user_message, .agent_message] | map(select(.)) | join("\n")) }
  else {} end' <<< "$answer"
