"""What people write today: a hook in Python that knows the project's skills.

Reads one UserPromptSubmit event, finds the skills by glob, reads their frontmatter with PyYAML, keeps the result in a
cache that is compared by modification time, and answers with the chain that the prompt asks for. A yardstick for
start-up and growth, not a second implementation: its reading of prompts is a naive regular expression.
"""

import glob
import hashlib
import json
import os
import re
import sys
import tempfile

import yaml

REFERENCE = re.compile(r"(?:^|,\s*|\b(?:and|then|finally)\s+)/([A-Za-z0-9_:-]+)")


def places():
    project = os.environ.get("CLAUDE_PROJECT_DIR", ".")
    return [os.path.join(place, ".claude", "skills") for place in (project, os.path.expanduser("~"))]


def frontmatter(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    end = text.find("\n---", 3)
    return yaml.safe_load(text[3:end]) or {} if text.startswith("---") and end > 0 else {}


def build(paths):
    registry = {}
    for path in paths:
        fields = frontmatter(path)
        continuation = fields.get("continuation") or {}
        if continuation.get("cooperative"):
            name = fields.get("name") or os.path.basename(os.path.dirname(path))
            registry[name] = continuation.get("default-exit") or []
    return registry


def load():
    paths = sorted(p for place in places() for p in glob.glob(place + "/**/SKILL.md", recursive=True))
    state = {path: os.stat(path).st_mtime_ns for path in paths}
    key = hashlib.sha256("\n".join(paths).encode()).hexdigest()[:16]
    cache = os.path.join(tempfile.gettempdir(), f"reference-{key}.json")
    try:
        with open(cache, encoding="utf-8") as file:
            kept = json.load(file)
        if kept["state"] == state:
            return kept["registry"]
    except (OSError, ValueError, KeyError):
        pass  # No cache, or not a whole one: it is made again below.
    registry = build(paths)
    with open(cache, "w", encoding="utf-8") as file:
        json.dump({"state": state, "registry": registry}, file)
    return registry


def main():
    event = json.loads(sys.stdin.readline())
    prompt = event.get("prompt", "")
    if not prompt.startswith("/"):
        return
    registry = load()
    chain = [name for name in REFERENCE.findall(prompt) if name in registry]
    if not chain:
        return
    rest = ["/" + name for name in chain[1:]] + registry[chain[-1]]
    context = f"Current: /{chain[0]}\nContinuation: {', '.join(rest) or '(empty)'}"
    output = {"hookEventName": "UserPromptSubmit", "additionalContext": context}
    print(json.dumps({"hookSpecificOutput": output}))


main()
