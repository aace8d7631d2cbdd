-- A file that goes into a chat with a message of the outbox.
create table outbox_documents (
  id text primary key,
  name text not null,
  media_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);

alter table outbox add column document_id text;

-- A table of analytics that is sent to a chat by the clock.
create table analytics_files (
  id text primary key,
  version integer not null default 1,
  -- Whose rights it is made with. Kept when they have left, so that the list can say so.
  owner_id text not null,
  owner_name text not null,
  -- Which table, of which days, narrowed and sorted how.
  wish jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  chat_id text not null,
  -- ISO weekdays, and minutes since 00:00 by the clock of the settings.
  weekdays integer[] not null check (cardinality(weekdays) > 0),
  minutes integer not null check (minutes between 0 and 1439),
  is_paused boolean not null default false,
  -- When it is due next, as reckoned in a zone.
  next_day date not null,
  next_at timestamptz not null,
  zone text not null,
  -- The last time: by a key of its own, so that it is made once.
  last_key text,
  last_at timestamptz,
  last_state text check (last_state in ('making', 'sending', 'sent', 'failed')),
  message_id text,
  problem text,
  -- Since when it fails: told once, until it goes again.
  failing_since timestamptz,
  created_at timestamptz not null
);
create index analytics_files_next on analytics_files (next_at) where not is_paused;
