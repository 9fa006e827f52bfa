-- Statements by value date ask for the lowest id of a moment, which tells them nothing that they did not say.
grant execute on function ledger.first_id(timestamptz) to larkmere_app;
