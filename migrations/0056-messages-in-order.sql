-- Messages over which Telegram failed, which later ones of their kind and chat wait for.
create index outbox_tried on outbox (chat_id, kind) where failures > 0 and state in ('queued', 'sending');
