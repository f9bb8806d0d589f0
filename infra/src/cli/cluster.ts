import { program } from '../process/program.ts';
import { parametersOf } from '../server/config/parameters.ts';
import { CLUSTER_USAGE, runCluster } from '../local/cluster/run-cluster.ts';

/** `npm run cluster`: every process of the cluster profile on this machine, until it is told to stop. */
program(async () => {
  parametersOf(0, CLUSTER_USAGE);
  await runCluster({ folder: './data/cluster' });
});
