export const closingPack = {
  title: 'Take your records with you',
  text: 'All statements since your accounts were opened, confirmations, fees and your payees, as one ZIP. You can download it for five years, also after your account has closed.',
  prepare: 'Prepare my records',
  again: 'Prepare them again',
  download: 'Download my records',
  preparing: 'We’re preparing your records. You can leave this page. We’ll tell you when they’re ready.',
  ready: 'Records up to {at}.',
  failed: 'We could not prepare your records. Try again, or contact us.',
  pin: 'Export all your records',
  notDone: 'Nothing was prepared',
  retry: 'Try again. They are prepared once only.',
} as const;
