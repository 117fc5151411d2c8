/* A library that is not known: all calls pass through, and a representation of ours is refused as an unknown name is.
 *
 *     mpiexec -n 2 stranger FILE native
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"
#include <string.h>

#define COUNT 100

/* A message to the next process, completed by each routine. */
static void messages(int how) {
    static const char *const NAMES[] = {"wait", "waitall", "waitany", "waitsome", "test", "testall", "testany", "testsome"};
    int numbers[COUNT], back[COUNT] = {0}, flag = 0, which, done = 0, indices[2], count = 0;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    now = NAMES[how];
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 * rank + i;
    MPI_Irecv(back, COUNT, MPI_INT, (rank + ranks - 1) % ranks, how, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(numbers, COUNT, MPI_INT, (rank + 1) % ranks, how, MPI_COMM_WORLD, &requests[1]);
    switch (how) {
        case 0: MPI_Wait(&requests[0], &statuses[0]); MPI_Wait(&requests[1], &statuses[1]); break;
        case 1: MPI_Waitall(2, requests, statuses); break;
        case 2: for (int i = 0; i < 2; i++) MPI_Waitany(2, requests, &which, &statuses[1]), done |= 1 << which; count = done == 3; break;
        case 3: while (count < 2) MPI_Waitsome(2, requests, &done, indices, statuses), count += done; break;
        case 4: for (int i = 0; i < 2; i++) for (flag = 0; !flag;) MPI_Test(&requests[i], &flag, &statuses[i]); break;
        case 5: while (!flag) MPI_Testall(2, requests, &flag, statuses); break;
        case 6: for (int i = 0; i < 2; i++) for (flag = 0; !flag;) MPI_Testany(2, requests, &which, &flag, &statuses[1]); break;
        default: while (count < 2) MPI_Testsome(2, requests, &done, indices, statuses), count += done;
    }
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 * ((rank + ranks - 1) % ranks) + i;
    judge_all(memcmp(numbers, back, sizeof back) == 0 && requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, NAMES[how], 0);
}

int main(int argc, char **argv) {
    int numbers[COUNT], back[COUNT] = {0}, count = 0;
    MPI_Offset position = -1;
    MPI_Status status;
    MPI_Request request;
    MPI_File file;
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    for (int how = 0; how < 8; how++) messages(how);
    now = "the file";
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 * rank + i;
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge_all(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "big_endian", MPI_INFO_NULL) != MPI_SUCCESS, "a representation of ours", 0);
    judge_all(MPI_File_set_view(file, 4 * COUNT * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS, "a native view", 0);
    judge_all(MPI_File_write_all(file, numbers, COUNT, MPI_INT, &status) == MPI_SUCCESS, "a write", 0);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_File_get_position(file, &position);
    judge_all(count == COUNT && position == COUNT, "what was written", 0);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    judge_all(MPI_File_iread(file, back, COUNT, MPI_INT, &request) == MPI_SUCCESS && MPI_Wait(&request, &status) == MPI_SUCCESS, "a read", 0);
    judge_all(memcmp(numbers, back, sizeof back) == 0, "what was read", 0);
    judge_all(MPI_File_close(&file) == MPI_SUCCESS && file == MPI_FILE_NULL, "closing", 0);
    tell_cases();
    MPI_Finalize();
    return 0;
}
