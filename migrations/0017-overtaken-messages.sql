-- What else is done to a message of ours: a call that is tried again is left out where a later one does as much.
create index outbox_by_message on outbox (chat_id, about_message_id) where about_message_id is not null;
