/** Filled in by the router, for modules that must not import it. */
export const navigation = {
  go: async (_path: string): Promise<void> => {},
  afterLogin: undefined as string | undefined,
  isBuilt: (_path: string): boolean => false,
};
