export const accounts = {
  end_date_before_start: 'Choose an end date on or after the start date',
} as const;
