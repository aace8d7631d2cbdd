-- What somebody said means nothing in the messages of a partner. Words of one partner that are compared alike are one.
create table meaningless_words (
  id text primary key,
  advertiser text references advertisers (id) on delete cascade,
  publisher text references publishers (id) on delete cascade,
  word text not null,
  folded text not null,
  said_by text not null,
  said_at timestamptz not null,
  check (num_nonnulls(advertiser, publisher) = 1),
  unique (advertiser, folded),
  unique (publisher, folded)
);

-- What a language model was asked of messages, and what came of it; kept for 30 days.
create table cap_text_questions (
  id text primary key,
  asked_at timestamptz not null,
  model text not null,
  -- As it left the house: partners' names replaced.
  told text not null,
  -- Null: there was none, and failure says why.
  answered jsonb,
  failure text,
  -- The sentences that its spans made, and what became of each.
  taken jsonb not null,
  milliseconds integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  -- Dollars; null where no prices are configured.
  cost numeric(12, 6)
);
create index cap_text_questions_by_age on cap_text_questions (asked_at);
