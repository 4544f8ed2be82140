/** A skill that says all that a manifest dispatches by. */
export const LOOK_SKILL = `---
name: look
description: Looks
tier: 2
token_budget: 3000
inputs: [TOPIC, TASK_ID]
triggers: {keywords: [research, look into]}
---
For {{TASK_ID}}
`;
