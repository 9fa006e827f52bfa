-- One answer is for all rows that ask the same: they are found without reading every row of every file.
create index row_of_name on bulk_payment.row (name_key) where state = 'checking';
