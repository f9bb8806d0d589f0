import { CLUSTER_USAGE, runCluster } from '../../src/local/cluster/run-cluster.ts';
import { program } from '../../src/process/program.ts';
import { parametersOf } from '../../src/server/config/parameters.ts';
import { demonstrate } from '../demo/demonstrate.ts';
import { emptyClusterFolder } from '../demo/empty-cluster-folder.ts';

/** `npm run cluster -- --demo`: the cluster profile on a fresh folder, and the main job on it. Leaves the product running. */
program(async () => {
  parametersOf(0, CLUSTER_USAGE);
  await runCluster({ folder: './data/cluster-demo', prepare: emptyClusterFolder, then: demonstrate });
});
