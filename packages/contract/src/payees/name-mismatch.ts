/** After a `no_match` the customer must wait this long and give a reason of this length. */
export const noMatchWaitSeconds = 10;
export const nameMismatchReasonLength = { least: 10, most: 200 } as const;
