-- When a plan's words were written, from which their "tomorrow" is counted. Null: when the plan was made.
alter table cap_plans
  add column written_at timestamptz,
  -- What the words answer, where that is read with them, and when it was written.
  add column answered_text text,
  add column answered_at timestamptz;
