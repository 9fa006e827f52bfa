export const compensation = {
  step: 'We paid you for the delay',
  title: 'We paid you {amount} for the delay',
  text: 'It is in the account that this payment left, and on your statement since {when}.',
  stepBack: 'We took back what we had paid you',
  titleBack: 'We took back {amount} that we had paid you',
  textBack: 'We had paid it for the delay by mistake. It left your account {when}, as your statement shows.',
} as const;
