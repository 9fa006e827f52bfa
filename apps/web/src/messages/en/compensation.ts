export const compensation = {
  step: 'We paid you for the delay',
  title: 'We paid you {amount} for the delay',
  text: 'It’s in the account you paid from since {when}.',
  stepBack: 'We took back a payment for the delay',
  titleBack: 'We took back {amount} that we paid you',
  textBack: 'We paid it for the delay by mistake. It left your account {when}.',
} as const;
