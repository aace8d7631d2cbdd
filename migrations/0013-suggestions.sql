-- Suggestions: each look at all caps, what it suggested, and what became of that.
create table suggestion_sweeps (
  id text primary key,
  -- The moment that it looked at.
  at timestamptz not null,
  day date not null,
  -- By interval, or since somebody asked for it.
  cause text not null check (cause in ('interval', 'force')),
  -- What was asked with, any text: suggestion_state says which was answered last.
  token text,
  caps integer not null,
  -- Days of history that it had.
  days integer not null,
  suggested integer not null,
  -- Why it suggested nothing, where that is no result.
  hindrance text check (hindrance in ('too-little-history', 'no-caps', 'no-sync')),
  wording text not null check (wording in ('template', 'model')),
  wording_failure text,
  milliseconds integer not null,
  check ((cause = 'force') = (token is not null))
);
create index suggestion_sweeps_by_age on suggestion_sweeps (at);

-- The message of a sweep, as it is written again when something is decided.
create table suggestion_messages (
  -- Its row of the outbox, which knows where it stands in the chat.
  id text primary key,
  sweep_id text not null,
  chat_id text not null,
  at timestamptz not null,
  -- Suggestions that it only counts.
  more integer not null
);
create index suggestion_messages_by_age on suggestion_messages (at);

create table suggestions (
  id text primary key,
  -- At most one of a kind, subject and day.
  key text not null unique,
  sweep_id text not null,
  -- Among those of its sweep.
  position integer not null,
  message_id text,
  kind text not null,
  day date not null,
  -- The suggestion whole, with its evidence.
  content jsonb not null,
  -- Its sentence: a template, ours or a model's, and the facts that stand in it.
  template text not null,
  facts jsonb not null,
  state text not null default 'open' check (state in ('open', 'applied', 'dismissed', 'undone')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  decided_in text check (decided_in in ('web', 'bot')),
  -- The commit of caps that it was applied as.
  batch_id text,
  batch_kind text check (batch_kind in ('broker', 'affiliate')),
  -- What became of what was applied, once its day was over.
  outcome jsonb,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (decided_in is null))
);
create index suggestions_by_day on suggestions (day, created_at);
create index suggestions_by_sweep on suggestions (sweep_id, position);
create index suggestions_by_message on suggestions (message_id) where message_id is not null;
create index suggestions_unfollowed on suggestions (day) where state = 'applied' and outcome is null;
create index suggestions_by_age on suggestions (created_at);

-- Where the sweeps stand.
create table suggestion_state (
  only_row boolean primary key default true check (only_row),
  -- Moves with each sweep: of two that looked at once one is kept.
  sweeps bigint not null,
  swept_at timestamptz,
  -- The last request that was answered.
  token text not null,
  -- What the decisions remember from one sweep to the next.
  memory jsonb
);
insert into suggestion_state (sweeps, token)
select 0, coalesce((select value from settings where key = 'ai_suggestion_force_token'), '');
