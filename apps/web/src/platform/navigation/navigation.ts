/** Filled in by the router, for modules that must not import it. */
export const navigation = {
  go: async (_path: string): Promise<void> => {},
  /** The page before a refusal. */
  lastPath: undefined as string | undefined,
  afterLogin: undefined as string | undefined,
  /** Pages, notifications and e-mails name a page by its Plus address; wallet customers may have it elsewhere. */
  ownAddress: (address: string): string => address,
  isBuilt: (_path: string): boolean => false,
};
