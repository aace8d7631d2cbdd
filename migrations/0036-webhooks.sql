-- Addresses of other systems that are told of events, and what each is told.
create table webhooks (
  id text primary key,
  url text not null,
  events text[] not null,
  -- `off`: by an admin. `gone`: it answered 410.
  state text not null default 'on' check (state in ('on', 'off', 'gone')),
  -- The key that signs; and the one before it, which signs too until then. Sealed.
  sealed_key bytea not null,
  sealed_old_key bytea,
  old_key_until timestamptz,
  -- Since when nothing gets through; null: the last answer was a good one.
  failed_since timestamptz,
  -- A message was given up, and nothing has got through for a day.
  failing boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  check ((sealed_old_key is null) = (old_key_until is null))
);

create table webhook_messages (
  -- Its `webhook-id`.
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  type text not null,
  -- JSON, as it is signed.
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  tries integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- Of the last try; no status: there was no answer.
  tried_at timestamptz,
  status integer,
  answer text,
  took_ms integer
);
create index webhook_messages_due on webhook_messages (webhook_id, due_at) where state = 'queued';
create index webhook_messages_latest on webhook_messages (webhook_id, id);
create index webhook_messages_tried on webhook_messages (webhook_id, tried_at);
create index webhook_messages_settled on webhook_messages (settled_at);
