/* Faults below the C library's calls: loaded before it, as LD_PRELOAD. The n-th call that concerns a file of the folder
 * DATAREP_FAULT_FOLDER meets the fault DATAREP_FAULT; n is DATAREP_FAULT_AT. Where it was met the file DATAREP_FAULT_MET is made.
 * Nothing else of the process is touched. Linux with glibc, 64 bits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum kind { NONE, ERROR, STORM, SHORT, KILL, TORN, SHRINK, GROW, CLOSE, MEMORY };

static enum kind kind;
static int code;
static long at;
static atomic_long calls, allocations;
static atomic_int armed;
static const char *folder, *met;
static size_t folder_bytes;

__attribute__((constructor)) static void begin(void) {
    static const struct { const char *name; enum kind kind; int code; } known[] = {
        {"EIO", ERROR, EIO},       {"ENOSPC", ERROR, ENOSPC}, {"EDQUOT", ERROR, EDQUOT}, {"EROFS", ERROR, EROFS},
        {"EBADF", ERROR, EBADF},   {"EINTR", STORM, EINTR},   {"SHORT", SHORT, 0},       {"KILL", KILL, 0},
        {"TORN", TORN, 0},         {"SHRINK", SHRINK, 0},     {"GROW", GROW, 0},         {"CLOSE", CLOSE, 0},
        {"MEMORY", MEMORY, ENOMEM},
    };
    const char *name = getenv("DATAREP_FAULT"), *number = getenv("DATAREP_FAULT_AT");
    folder = getenv("DATAREP_FAULT_FOLDER");
    met = getenv("DATAREP_FAULT_MET");
    if (!name || !number || !folder) return;
    folder_bytes = strlen(folder);
    at = atol(number);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) { kind = known[i].kind; code = known[i].code; }
}

static void tell(void) {
    if (!met) return;
    long fd = syscall(SYS_open, met, O_CREAT | O_WRONLY, 0600);
    if (fd >= 0) syscall(SYS_close, fd);
}

/* The folder itself is among its files: its names are written by a call for it. */
static int is_ours(const char *path) {
    return kind != NONE && path && !strncmp(path, folder, folder_bytes) && (path[folder_bytes] == '/' || !path[folder_bytes]);
}

static int is_file(int fd) {
    char link[64], path[4096];
    if (kind == NONE || fd < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

/* What the call has to do: as if nothing were, fail, or move fewer bytes. */
enum act { GO, FAIL, LESS };

static enum act step(int fd, int moves) {
    long n = atomic_fetch_add(&calls, 1) + 1;
    struct stat data;
    switch (kind) {
    case STORM:
        /* All calls that may be interrupted are, every time but one. */
        if (moves && n % 3) { tell(); errno = code; return FAIL; }
        return GO;
    case SHORT:
        if (moves) { tell(); return LESS; }
        return GO;
    case MEMORY: case NONE:
        return GO;
    default:
        break;
    }
    if (n != at) return GO;
    tell();
    switch (kind) {
    case ERROR: errno = code; return FAIL;
    case KILL: raise(SIGKILL); return GO;
    case TORN: return moves ? LESS : GO;
    case CLOSE: if (fd >= 0) syscall(SYS_close, fd); return GO;
    case SHRINK: case GROW:
        if (fd >= 0 && !fstat(fd, &data))
            syscall(SYS_ftruncate, fd, kind == SHRINK ? data.st_size * 2 / 3 : data.st_size + 1000);
        return GO;
    default: return GO;
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Fewer bytes than were asked for, and at least one; of a torn write these are all that is ever done. */
#define MOVES(result, name, parameters, arguments, fd, count)                                                     \
    result name parameters {                                                                                      \
        static __typeof__(&name) real;                                                                            \
        if (!real) real = REAL(name);                                                                             \
        if (!is_file(fd)) return real arguments;                                                                  \
        enum act act = step(fd, 1);                                                                               \
        if (act == FAIL) return -1;                                                                               \
        if (act == LESS && count > 1) count = kind == SHORT ? count / 3 + 1 : count / 2;                          \
        result done = real arguments;                                                                             \
        if (act == LESS && kind == TORN) raise(SIGKILL);                                                          \
        return done;                                                                                              \
    }

MOVES(ssize_t, pread, (int fd, void *to, size_t count, off_t offset), (fd, to, count, offset), fd, count)
MOVES(ssize_t, pread64, (int fd, void *to, size_t count, off64_t offset), (fd, to, count, offset), fd, count)
MOVES(ssize_t, pwrite, (int fd, const void *from, size_t count, off_t offset), (fd, from, count, offset), fd, count)
MOVES(ssize_t, pwrite64, (int fd, const void *from, size_t count, off64_t offset), (fd, from, count, offset), fd, count)
MOVES(ssize_t, read, (int fd, void *to, size_t count), (fd, to, count), fd, count)
MOVES(ssize_t, write, (int fd, const void *from, size_t count), (fd, from, count), fd, count)

#define OTHER(result, name, parameters, arguments, ours, fd)                                                      \
    result name parameters {                                                                                      \
        static __typeof__(&name) real;                                                                            \
        if (!real) real = REAL(name);                                                                             \
        if (ours && step(fd, 0) == FAIL) return -1;                                                               \
        return real arguments;                                                                                    \
    }

OTHER(int, ftruncate, (int fd, off_t size), (fd, size), is_file(fd), fd)
OTHER(int, ftruncate64, (int fd, off64_t size), (fd, size), is_file(fd), fd)
OTHER(int, fsync, (int fd), (fd), is_file(fd), fd)
OTHER(int, fdatasync, (int fd), (fd), is_file(fd), fd)
OTHER(int, fchmod, (int fd, mode_t mode), (fd, mode), is_file(fd), fd)
OTHER(int, fchown, (int fd, uid_t owner, gid_t group), (fd, owner, group), is_file(fd), fd)
OTHER(int, flock, (int fd, int how), (fd, how), is_file(fd), fd)
OTHER(off64_t, lseek64, (int fd, off64_t offset, int whence), (fd, offset, whence), is_file(fd), fd)
OTHER(int, unlink, (const char *path), (path), is_ours(path), -1)
OTHER(int, rename, (const char *from, const char *to), (from, to), is_ours(from), -1)

int statx(int fd, const char *path, int flags, unsigned mask, struct statx *data) {
    /* Rust's library asks with null whether there is such a call. */
    volatile uintptr_t address = (uintptr_t)path;
    int has_path = address != 0 && *path;
    int ours = has_path ? is_ours(path) : is_file(fd);
    if (ours && step(has_path ? -1 : fd, 0) == FAIL) return -1;
    return (int)syscall(SYS_statx, fd, path, flags, mask, data);
}

int posix_fallocate(int fd, off_t offset, off_t bytes) {
    if (is_file(fd) && step(fd, 0) == FAIL) return errno;
    return REAL(posix_fallocate)(fd, offset, bytes);
}

static int opened(const char *path, int flags, int mode) {
    if (is_ours(path)) {
        if (step(-1, 0) == FAIL) return -1;
        armed = 1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return opened(path, flags | O_LARGEFILE, mode);
}

/* From the moment that a file of ours is open, the n-th allocation cannot be had. */
static int is_refused(void) {
    if (kind != MEMORY || !armed || atomic_fetch_add(&allocations, 1) + 1 != at) return 0;
    tell();
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes) { return is_refused() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return is_refused() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *old, size_t bytes) { return is_refused() ? NULL : __libc_realloc(old, bytes); }
void *aligned_alloc(size_t align, size_t bytes) { return is_refused() ? NULL : __libc_memalign(align, bytes); }
int posix_memalign(void **to, size_t align, size_t bytes) {
    if (is_refused()) return ENOMEM;
    *to = __libc_memalign(align, bytes);
    return *to ? 0 : ENOMEM;
}
