/** What one request has cost at D1: network trips, rows read and written (as billed). */
export class Meter {
  trips = 0;
  rowsRead = 0;
  rowsWritten = 0;

  count(results: readonly D1Result[]): void {
    this.trips += 1;
    for (const { meta } of results) {
      this.rowsRead += meta.rows_read;
      this.rowsWritten += meta.rows_written;
    }
  }
}
