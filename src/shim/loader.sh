# A line of an agent's settings starts this file: /bin/sh .anyhook/sh FLAGS -- COMMAND
# It starts the runner beside it, prints the runner's answer, and ends with 9. Where the runner gave
# no answer, it says why on stderr and ends with another code, and the line answers for the hook.
# anyhook wrote this file. To write it again, run: npx anyhook sync
{ # A shell runs nothing of a file that is cut before the end of this group.

# A variable of the host's may have told this shell to end at the first command that fails.
set +e

# What Node, or a library inside it, reads of the environment for itself is set aside for the hook,
# under other names. No value is ever run as a text of the shell.
clear_variables

# What the line prints where it gets no answer. This file says more in it, if it can.
anyhook_refusal=
[ "$1" != --refusal ] || { anyhook_refusal=$2 && shift 2; }

# A line that looks for this file in the folders above looks for its project as well.
case $0 in
*//.anyhook/sh) set -- --root search "$@" ;;
esac
# Words, since a variable of the host's that had one of our names would reach the hook changed. Node starts three threads
# fewer than it would by itself, of which a run makes no use.
set -- node --v8-pool-size=1 "${0%/*}/run.cjs" run --proof 3 "$@"

# The runner speaks to stderr through descriptor 3. What Node and this shell say is not heard.
{ :; } 4>&2 || exec 2>/dev/null # an agent may have closed it, and exec itself would end the shell
exec 4>&2 2>/dev/null
answer=$([ -f "$3" ] && exec "$@" 3>&4 4>&-)
code=$?
exec 2>&4 4>&-

# The runner ends with 85 or 86 if it answered. Node ends with 9 at an option that it does not have.
case $code in
85)
  [ -z "$answer" ] || printf '%s\n' "$answer" >&1 || exit 1
  exit 9
  ;;
86) exit 2 ;; # it refused, and said why
esac

node=$1 runner=$3
again="To write it again, run: npx anyhook sync"
if [ ! -f "$runner" ]; then
  why="$runner is missing. $again"
elif case "$code $*" in "137 "*" --module "*) ;; *) false ;; esac then
  why="the runner was ended by signal 9, as it is when a handler goes on after its time, so it gave no answer."
elif [ "$code" -gt 128 ]; then
  why="the runner was ended by signal $((code - 128)), so it gave no answer."
elif ! version=$("$node" --version 2>/dev/null); then
  why="$node cannot be started. Install Node.js 20 or newer, or put it into PATH."
else
  case $version in
  v[0-9].* | v1[0-9].*) why="Node.js $version is too old. Install 20 or newer." ;;
  *) why="$runner gave no answer (exit code $code): it is cut, or of another version. $again" ;;
  esac
fi
echo "anyhook: $why" >&2

# Where only JSON refuses, the reason takes the place of the words in the line's own answer.
case $why in *[\"\\[:cntrl:]]*) exit 1 ;; esac
refusal=$anyhook_refusal no_answer='NO_ANSWER' said=
until [ "$refusal" = "${refusal#*"$no_answer"}" ]; do
  said=$said${refusal%%"$no_answer"*}$why
  refusal=${refusal#*"$no_answer"}
done
[ -n "$said" ] && printf '%s\n' "$said$refusal" && exit 9
exit 1
}
