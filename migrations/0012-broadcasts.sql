-- Caps as somebody wrote them to the bot, read and shown, and saved once when a button is pressed.
create table cap_plans (
  id text primary key,
  chat_id text not null,
  -- What was written, to be read again when caps have changed or another day is meant.
  text text not null,
  -- The day of caps that name none.
  default_day date not null,
  -- Moves with each reading: a button under an older one saves nothing.
  revision integer not null,
  state text not null check (state in ('open', 'saved', 'cancelled')),
  -- What Save would do, as it was shown.
  edits jsonb not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text
);
create index cap_plans_by_age on cap_plans (created_at);

-- Caps of which a day's alerts tell nothing any more.
create table muted_caps (
  cap_id text not null references caps (id) on delete cascade,
  day date not null,
  muted_by text not null,
  at timestamptz not null,
  primary key (cap_id, day)
);

create table broadcasts (
  id text primary key,
  -- Whoever asks twice for one and the same gets the one that there is.
  request_id text unique,
  audience text not null check (audience in ('advertisers', 'publishers')),
  message text not null,
  parse_mode text not null check (parse_mode in ('HTML', 'Markdown', 'MarkdownV2')),
  photo_url text,
  disable_link_preview boolean not null,
  disable_notification boolean not null,
  sent_by text not null,
  created_at timestamptz not null
);
create index broadcasts_by_age on broadcasts (created_at desc, id desc);

-- One for each chat and text; how far it came is told by its row of the outbox.
create table broadcast_deliveries (
  id text primary key,
  broadcast_id text not null references broadcasts (id) on delete cascade,
  position integer not null,
  chat_id text not null,
  -- Whom the text names, as they were called then.
  recipients text not null,
  unique (broadcast_id, position)
);

create table message_templates (
  id text primary key,
  name text not null unique,
  audience text not null check (audience in ('advertisers', 'publishers')),
  message text not null,
  parse_mode text not null check (parse_mode in ('HTML', 'Markdown', 'MarkdownV2')),
  photo_url text,
  saved_by text not null,
  updated_at timestamptz not null
);
