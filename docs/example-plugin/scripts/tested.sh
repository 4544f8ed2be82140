# Asks once for the tests before the agent stops.
event=$(cat)
case $event in
  *'"stop_hook_active":true'*) ;;
  *tests*pass*) ;;
  *) echo '{"decision":"block","reason":"Say whether the tests pass"}' ;;
esac
