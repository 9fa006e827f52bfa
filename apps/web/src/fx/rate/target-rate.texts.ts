export const targetRate = {
  now: 'Your rate now: {rate}',
  reverse: 'The other way round: {target}, now {now}.',
  reverseTarget: 'The other way round: {target}.',
  reverseNow: 'The other way round: now {now}.',
  closed: 'The market is closed until {when}. Your rate now includes the out-of-hours markup of {percent}%.',
  closedView: 'The market is closed until {when}. We don’t exchange before then.',
  far: {
    title: 'Is this target right?',
    above: '{target} is {percent, number}% above your rate now, which is {now}.',
    below: '{target} is {percent, number}% below your rate now, which is {now}.',
    keep: 'Keep target',
    change: 'Change target',
  },
} as const;
