import { regulatoryCodeLabels } from '@larkmere/contract/payments/regulatory-code-labels';

export const paymentForm = {
  fault: {
    referenceMissing: 'Enter a reference',
    referenceLong: 'A reference has at most {longest, number} characters',
    /** Keep in step with the server's text. */
    tooMuch:
      'You have {available} available, and this needs {needed}: {missing} are missing. Nothing was sent. Enter a smaller amount, or exchange from another currency.',
    perPayment: 'You can send up to {limit} at a time. Enter a smaller amount.',
    leftToday:
      'You can send up to {limit} more today: {used} of the {perDay} for one day are used. It starts again on {resets}. Enter a smaller amount.',
    leftThatDay:
      'You can send up to {limit} more on that day: {used} of the {perDay} for one day are used. Enter a smaller amount, or choose another day.',
    firstDay:
      'This payee is new. Until {until} you can send up to {limit} more to it. Enter a smaller amount, or wait until then.',
    purposeCode: 'Choose what it is for',
    relationship: 'Choose who the payee is to you',
    sourceOfFunds: 'Choose where the money comes from',
    dayMissing: 'Choose the day on which it leaves',
    dayWrong: 'Choose a day within these two',
    /** Keep in step with the server's text. */
    unplannable:
      'The days off of the banks on this way are not announced so far ahead, so this cannot be planned. Nothing was sent. You can send it now.',
  },
  asking: { price: 'Looking up the price…', dates: 'Looking up the dates…' },
  price: { noExchange: 'Nothing is exchanged, so there is no rate and no margin in it.' },
  arrival: {
    unannounced:
      'When it arrives is an estimate: not all days off until then are announced yet, and each of them adds a day.',
    elsewhere:
      'When it arrives is an estimate: days off of the banks on the way are not counted in, and may add a day.',
  },
  tracking: {
    title: 'Where it is',
    failed: 'We could not load where it is',
    none: 'No bank has told of it yet.',
    uetr: 'UETR, the number every bank knows it by',
    unnamed: 'A bank',
    kept: 'kept {amount}',
    expected: 'Banks on the way are expected to keep {expected}.',
    compared: 'The estimate was that banks on the way keep {expected}. They kept {kept}.',
    step: {
      passed_on: '{bank} passed it on',
      not_tracked: '{bank} passed it on; from there it is not tracked',
      not_today: '{bank} has it and does not credit it today',
      documents: '{bank} waits for documents',
      cover: '{bank} waits for the money behind it',
      credited: '{bank} credited the payee',
      refused: '{bank} refused it',
    },
  },
  when: {
    label: 'When',
    now: 'Now',
    later: 'On a later day',
    day: 'Leaves on',
    hint: 'From {from} to {to}',
    rolled: '{asked} is not a working day of this way, so it leaves on {leaves}.',
    money: 'Have {total} in the account on the morning of {leaves}. No money is set aside before.',
    fee: 'The fee is the most that it will cost. A free transfer that you have on that day is used.',
    promise: 'Should the fee be higher on that day, we do not send it and tell you.',
  },
  newPayee: {
    limit: 'This payee is new: until {until} you can send up to {left} more to it.',
    title: 'You have not paid {name} before',
    kept: 'When you confirm, we note that you have read this.',
  },
  estimateWas: 'The estimate was',
  travels: 'Banks write “{text}”',
  warning: 'Warning you read before you confirmed',
  ownNumber: {
    label: 'Your own number',
    hint: 'Such as an invoice number. It travels beside the reference, as the end-to-end id; without one ours does. Up to 35 letters, numbers and common signs.',
    slashes: 'No slash at either end of your own number, and no two of them together',
  },
  documents: 'Documents',
  said: {
    more: 'More about this payment',
    note: 'Note to yourself',
    noteHint: 'Only you and your team see it. Up to 500 characters.',
    purposeCode: 'What it is for',
    relationship: 'Who the payee is to you',
    sourceOfFunds: 'Where the money comes from',
    unsaid: 'Not said',
    choose: 'Choose…',
    asPayee: 'As it stands with the payee',
    balanceAfter: 'Available afterwards',
  },
  ...regulatoryCodeLabels,
} as const;
