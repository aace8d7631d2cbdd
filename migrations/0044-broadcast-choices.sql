-- A picture that somebody brought for a broadcast, as long as a broadcast has it.
create table broadcast_pictures (
  id text primary key,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes bytea not null,
  uploaded_at timestamptz not null,
  -- As a bot knows it that has sent it once.
  telegram_file_id text,
  telegram_bot_id text
);

alter table outbox add column picture_id text;

alter table broadcasts
  -- Whose caps stand for {{caps}}, and what becomes of chats without any on that day.
  add column caps_day date,
  add column without_caps text check (without_caps in ('skip', 'send')),
  add column picture_id text references broadcast_pictures (id),
  -- Null: at once. One that waits is written out for its chats when its time comes.
  add column send_at timestamptz,
  add column state text not null default 'queued' check (state in ('waiting', 'queued', 'cancelled', 'refused')),
  -- Why it was refused when its time came; who is told so.
  add column problem text,
  add column sender_chat text,
  add column cancelled_by text,
  add check (state = 'queued' or send_at is not null);
create index broadcasts_waiting on broadcasts (send_at) where state = 'waiting';
create index broadcasts_by_picture on broadcasts (picture_id) where picture_id is not null;
