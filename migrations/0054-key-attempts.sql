-- The attempt that made the key that signs, whose repeat replaces that key alone: the member and the Idempotency-Key.
alter table webhooks add column key_attempt text;
