-- Notifications in the application, and e-mails and text messages that went out.

create schema notification;

create table notification.notification (
  id           uuid primary key,
  user_id      uuid not null references customer.user,
  -- Null: about the person, such as a new password, and shown whichever customer they look at.
  customer_id  uuid references customer.customer,
  -- Bank holder ids of the accounts that it is about; empty: about none. A member who may not use one of them does not see
  -- the notification.
  accounts     text[] not null default '{}',
  event_id     bigint,
  type         text not null,
  severity     text not null check (severity in ('success', 'info', 'warning', 'error')),
  title        text not null,
  message      text not null,
  link         text,
  -- What it follows, such as `payment:…`: news of the same thing replaces what was said before. Null: an entry of its own.
  follows      text,
  created_at   timestamptz not null default now(),
  read_at      timestamptz,
  unique (user_id, event_id, type)
);
create unique index notification_follows on notification.notification (user_id, follows) where follows is not null;
create index notification_of_user on notification.notification (user_id, created_at desc, id desc);
create index notification_unread on notification.notification (user_id) where read_at is null;

-- E-mails and text messages: to whom they went and with what result. Never their text, which may hold a link.
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
