-- Written with each message and never read: the outbox knows its chat, and a suggestion its sweep.
alter table suggestion_messages drop column sweep_id, drop column chat_id;
