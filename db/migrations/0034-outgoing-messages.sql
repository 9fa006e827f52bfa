-- E-mails and text messages that went out: to whom and with what result. Never their text, which may hold a link.

create schema outgoing_message;

create table outgoing_message.message (
  -- Also the Message-ID of the e-mail.
  id          text primary key,
  channel     text not null check (channel in ('email', 'sms')),
  template    text not null,
  -- As in the audit log, such as `person:…`.
  recipient   text not null,
  state       text not null default 'sending' check (state in ('sending', 'sent', 'bounced', 'abandoned')),
  attempts    int not null default 0,
  last_error  text,
  created_at  timestamptz not null default now(),
  settled_at  timestamptz,
  constraint message_settled check ((state = 'sending') = (settled_at is null))
);
create index message_of_recipient on outgoing_message.message (recipient, created_at);
create index message_by_time on outgoing_message.message (created_at);

alter table customer.user add column phone text check (phone ~ '^\+[0-9]{7,15}$');
