export const serviceNotice = {
  label: 'Service messages',
  kind: {
    maintenance: 'Planned maintenance',
    incident: 'We have a problem',
    cutoff: 'Cut-off time',
    holiday: 'Bank holiday',
    limit: 'Limit',
  },
  here: {
    off: 'Unavailable',
    read_only: 'You can only look at the moment',
    queue: 'Payments wait at the moment',
    notice: 'Please note',
    part: 'A part of this page is affected',
  },
  now: {
    off: 'You cannot use this at the moment.',
    read_only: 'You can see what is here, but not add or change anything.',
    queue: 'You can still pay. We reserve the money and send your payment when this ends. You can cancel until then.',
    notice: 'Everything here works as usual.',
    part: 'Everything else on this page works as usual.',
  },
  until: 'Until {when}.',
} as const;
