export const agreement = {
  title: 'Terms and conditions',
  failed: 'We could not load the terms',
  contents: 'Contents',
  version: 'Version {version}',
  since: 'In effect since {day}',
  print: 'Print',
  download: 'Download PDF',
  gate: {
    title: 'Our terms have changed',
    text: 'Please read them and accept them to go on. Your money is safe, and payments you have already made go on.',
    agree: 'I have read version {version} and accept it.',
    agreeFault: 'Tick the box to accept the terms',
    accept: 'Accept terms',
    sending: 'Accepting…',
    decline: 'I do not accept',
    declined: 'You have not accepted the terms',
    declinedText:
      'You can read them again and accept them at any time, or log out. To close your account, write to {address}.',
    refused: 'The terms were not accepted',
    retry: 'It’s safe to try again: your answer counts only once.',
    logout: 'Log out',
  },
} as const;
