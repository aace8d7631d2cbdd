-- The bot in full: what leaves can be a photo, an edit, a deletion or the answer to a press, and what is due by the
-- clock is told once.
alter table outbox
  add column act text not null default 'send' check (act in ('send', 'edit', 'keyboard', 'delete', 'answer')),
  -- What is marked up in the text, where it is sent without a parse mode.
  add column entities jsonb,
  add column photo_url text,
  add column silent boolean not null default false,
  add column link_preview boolean not null default true,
  -- Of a send the message that it answers; else the one that is edited or deleted.
  add column about_message_id bigint,
  -- Of an answer: the press.
  add column callback_id text,
  -- What was written together, such as a broadcast.
  add column batch_id text,
  -- A text that is too long goes out in parts, one call each.
  add column parts_sent smallint not null default 0,
  -- The last call: a sender that takes over keeps to the limits of the one before it.
  add column called_at timestamptz;
create index outbox_by_batch on outbox (batch_id, id) where batch_id is not null;
create index outbox_expiring on outbox (expires_at) where state = 'queued' and expires_at is not null;
create index outbox_called on outbox (called_at) where called_at is not null;

-- Up to when everything that is due by the clock was looked at, and under which settings.
create table schedule_state (
  only_row boolean primary key default true check (only_row),
  looked_until timestamptz not null,
  plan jsonb not null,
  -- The last lead sync after which caps were looked at.
  caps_after_run text
);

-- What was told, or dropped: each key once, whatever the settings become.
create table told (
  key text primary key,
  at timestamptz not null
);
create index told_by_age on told (at);

-- A feed that fails while no group is set is told when there is one.
alter table failing_connectors add column told boolean not null default true;
