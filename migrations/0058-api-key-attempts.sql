-- The attempt that made the key, whose repeat replaces its secret: the member and the Idempotency-Key.
alter table api_keys add column attempt text;
