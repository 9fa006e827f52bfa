export const platform = {
  /** A reason that was finished text when it was stored. */
  stored_reason: '{note}',
  /** Staff write what customers read while a service is off or the market closed. */
  service_off_notice: '{note}',
  market_closed_notice: '{note}',

  unexpected:
    'Something went wrong on our side. Check Activity before you try again. Quote {requestId} if you contact us.',
  request_unreadable: 'Nothing was changed. We could not read your request. Reload the page and try again.',
  request_from_other_site: 'Nothing was done. This request came from another site.',
  rail_message_unreadable: 'Nothing was changed. We could not read this message.',
  file_too_large: 'Nothing was saved. This file is larger than {maxSize}. Choose a smaller one.',
  form_expected: 'Nothing was saved. Send files as a form (multipart/form-data).',
  form_unreadable: 'Nothing was saved. We could not read the form. Try again.',

  duration_seconds: '{count, plural, one {# second} other {# seconds}}',
  duration_minutes: '{count, plural, one {# minute} other {# minutes}}',
  duration_hours: '{count, plural, one {# hour} other {# hours}}',
  setting_outdated: 'Somebody changed this setting in the meantime. Nothing was changed. Propose it again.',
  setting_time_passed: 'Choose a time in the future.',
  setting_values_conflict: 'These values contradict each other.',
  setting_rise_needs_notice:
    'A fee rises, and customers must know beforehand. Choose {earliest} or later, or lower the other prices on their own.',
  setting_roll_back_raises:
    'The former fee is higher, and customers must know beforehand. Propose it with a later date instead.',
  setting_nothing_to_split: 'There is nothing to split. Some rows have to raise a fee, and others not.',
} as const;
