-- The message that a plan was read from: when it is edited, what was read of it is known. Null: from before this was kept.
alter table cap_plans
  add column message_id bigint,
  drop constraint cap_plans_state_check,
  -- `undone`: taken back after it was saved. `edited`: the message was edited, and another plan stands for it.
  add constraint cap_plans_state_check check (state in ('open', 'saved', 'cancelled', 'undone', 'edited'));
create index cap_plans_by_message on cap_plans (chat_id, message_id);
