import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * The library joins an invalidation to a first load that is under way (its issues 8530 and 11526), whose answer may be
 * older than the change: a balance before a payment, or a list without the new entry. Such a load is repeated when it
 * ends.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options: InvalidateOptions = {},
  ): Promise<void> {
    const firstLoads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...firstLoads.map((query) => this.#loadAgain(query)),
    ]);
  }

  async #loadAgain(query: Query): Promise<void> {
    await query.promise?.catch(() => undefined);
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
