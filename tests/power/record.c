/* Writes down what a process does to the files below one folder; loaded before the C library.

   Each call that worked is a record in COCITE_RECORD: what was written where, which names came, went
   and changed, and what was brought to the disk. What is written to the standard output is a record
   too: it is what the process acknowledged. tests/power/recording.py reads the records. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The kinds of records: C create, W write, T truncate, R rename, L link, U unlink, M mkdir,
   D rmdir, S sync, A acknowledge. */
struct record {
    int64_t kind, inode, offset, path, other, data;  /* the last three are lengths */
};

static const char *root;
static size_t root_length;
static int log_handle = -1;
static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("COCITE_RECORD");
    root = getenv("COCITE_RECORD_ROOT");
    if (!place || !root) return;
    root_length = strlen(root);
    log_handle = REAL(open)(place, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void note(char kind, int64_t inode, int64_t offset, const char *path, const char *other,
                 const void *data, size_t length) {
    struct record record = {kind, inode, offset, strlen(path), strlen(other), (int64_t)length};
    struct iovec parts[] = {{&record, sizeof record},
                            {(void *)path, strlen(path)},
                            {(void *)other, strlen(other)},
                            {(void *)data, length}};
    if (REAL(writev)(log_handle, parts, 4) < 0) abort();
}

static int place_of(int handle, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return length >= 0;
}

static int whole(int folder, const char *name, char *path) {
    if (name[0] == '/') return snprintf(path, 2 * PATH_MAX, "%s", name) > 0;
    if (folder == AT_FDCWD ? !getcwd(path, PATH_MAX) : !place_of(folder, path)) return 0;
    strcat(strcat(path, "/"), name);
    return 1;
}

/* The shared memory of SQLite is no data: it is made anew. */
static int ours(const char *path) {
    size_t length = strlen(path);
    if (log_handle < 0 || strncmp(path, root, root_length)) return 0;
    return length < 4 || strcmp(path + length - 4, "-shm");
}

static int64_t inode_at(const char *path) {
    struct stat found;
    return lstat(path, &found) ? 0 : (int64_t)found.st_ino;
}

static int64_t inode_of(int handle) {
    char path[PATH_MAX];
    struct stat found;
    if (log_handle < 0 || !place_of(handle, path) || !ours(path)) return 0;
    return fstat(handle, &found) ? 0 : (int64_t)found.st_ino;
}

static void wrote(int handle, int64_t inode, const void *data, ssize_t length) {
    if (length > 0) note('W', inode, lseek(handle, 0, SEEK_CUR) - length, "", "", data, length);
}

#define IN_TURN(result, call, after)                \
    pthread_mutex_lock(&turn);                      \
    result = call;                                  \
    after;                                          \
    pthread_mutex_unlock(&turn);                    \
    return result

ssize_t write(int h, const void *b, size_t n) {
    ssize_t done;
    if (h == 1 && log_handle >= 0) note('A', 0, 0, "", "", b, n);
    int64_t inode = inode_of(h);
    if (!inode) return REAL(write)(h, b, n);
    IN_TURN(done, REAL(write)(h, b, n), wrote(h, inode, b, done));
}

#define WRITING_AT(name, type)                                                         \
    ssize_t name(int h, const void *b, size_t n, type o) {                             \
        ssize_t done;                                                                  \
        int64_t inode = inode_of(h);                                                   \
        if (!inode) return REAL(name)(h, b, n, o);                                     \
        IN_TURN(done, REAL(name)(h, b, n, o),                                          \
                if (done > 0) note('W', inode, o, "", "", b, done));                   \
    }
WRITING_AT(pwrite, off_t)
WRITING_AT(pwrite64, off64_t)

ssize_t writev(int h, const struct iovec *v, int n) {
    ssize_t all = 0;
    if (!inode_of(h)) return REAL(writev)(h, v, n);
    for (int each = 0; each < n; each++) {
        ssize_t done = write(h, v[each].iov_base, v[each].iov_len);
        if (done < 0) return all ? all : -1;
        all += done;
        if ((size_t)done < v[each].iov_len) break;
    }
    return all;
}

static void copied(int handle, int64_t inode, ssize_t length) {
    char path[PATH_MAX];
    char *data = malloc(length > 0 ? length : 1);
    int64_t offset = lseek(handle, 0, SEEK_CUR) - length;
    int readable = place_of(handle, path) ? REAL(open)(path, O_RDONLY | O_CLOEXEC) : -1;
    if (length > 0 && (readable < 0 || pread(readable, data, length, offset) != length)) abort();
    if (length > 0) note('W', inode, offset, "", "", data, length);
    if (readable >= 0) close(readable);
    free(data);
}

#define COPYING(name, arguments, given, to)                                  \
    ssize_t name arguments {                                                 \
        ssize_t done;                                                        \
        int64_t inode = inode_of(to);                                        \
        if (!inode) return REAL(name) given;                                 \
        IN_TURN(done, REAL(name) given, copied(to, inode, done));            \
    }
COPYING(sendfile, (int to, int from, off_t *o, size_t n), (to, from, o, n), to)
COPYING(sendfile64, (int to, int from, off64_t *o, size_t n), (to, from, o, n), to)
COPYING(copy_file_range, (int from, off64_t *a, int to, off64_t *b, size_t n, unsigned f),
        (from, a, to, b, n, f), to)

#define BY_HANDLE(name, arguments, given, kind, offset)                                  \
    int name arguments {                                                                 \
        int done;                                                                        \
        int64_t inode = inode_of(h);                                                     \
        if (!inode) return REAL(name) given;                                             \
        IN_TURN(done, REAL(name) given, if (!done) note(kind, inode, offset, "", "", "", 0)); \
    }
BY_HANDLE(ftruncate, (int h, off_t n), (h, n), 'T', n)
BY_HANDLE(ftruncate64, (int h, off64_t n), (h, n), 'T', n)
BY_HANDLE(fsync, (int h), (h), 'S', 0)
BY_HANDLE(fdatasync, (int h), (h), 'S', 0)

static void opened(int handle, const char *path, int64_t before, int truncated) {
    if (handle < 0 || !ours(path)) return;
    if (!before) note('C', inode_at(path), 0, path, "", "", 0);
    else if (truncated) note('T', before, 0, "", "", "", 0);
}

#define OPENING(name, arguments, folder, given)                                         \
    int name arguments {                                                                \
        int done;                                                                       \
        char path[2 * PATH_MAX];                                                        \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;       \
        va_end(rest);                                                                   \
        if (!(flags & (O_CREAT | O_TRUNC)) || !whole(folder, file, path) || !ours(path)) \
            return REAL(name) given;                                                    \
        pthread_mutex_lock(&turn);                                                      \
        int64_t before = inode_at(path);                                                \
        done = REAL(name) given;                                                        \
        opened(done, path, before, flags & O_TRUNC);                                    \
        pthread_mutex_unlock(&turn);                                                    \
        return done;                                                                    \
    }
OPENING(open, (const char *file, int flags, ...), AT_FDCWD, (file, flags, mode))
OPENING(open64, (const char *file, int flags, ...), AT_FDCWD, (file, flags, mode))
OPENING(openat, (int at, const char *file, int flags, ...), at, (at, file, flags, mode))
OPENING(openat64, (int at, const char *file, int flags, ...), at, (at, file, flags, mode))

#define OPENING_STREAM(name)                                                          \
    FILE *name(const char *file, const char *how) {                                   \
        char path[2 * PATH_MAX];                                                      \
        if (how[0] == 'r' || !whole(AT_FDCWD, file, path) || !ours(path))             \
            return REAL(name)(file, how);                                             \
        pthread_mutex_lock(&turn);                                                    \
        int64_t before = inode_at(path);                                              \
        FILE *done = REAL(name)(file, how);                                           \
        opened(done ? fileno(done) : -1, path, before, how[0] == 'w');                \
        pthread_mutex_unlock(&turn);                                                  \
        return done;                                                                  \
    }
OPENING_STREAM(fopen)
OPENING_STREAM(fopen64)

size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
    size_t done;
    int64_t inode = inode_of(fileno(file));
    if (!inode) return REAL(fwrite)(data, size, count, file);
    IN_TURN(done, REAL(fwrite)(data, size, count, file),
            if (!fflush(file)) wrote(fileno(file), inode, data, (ssize_t)(done * size)));
}

#define NAMING(name, arguments, given, kind, folder, file)                                 \
    int name arguments {                                                                   \
        int done;                                                                          \
        char path[2 * PATH_MAX];                                                           \
        if (log_handle < 0 || !whole(folder, file, path) || !ours(path)) return REAL(name) given; \
        IN_TURN(done, REAL(name) given, if (!done) note(kind, inode_at(path), 0, path, "", "", 0)); \
    }
NAMING(mkdir, (const char *file, mode_t mode), (file, mode), 'M', AT_FDCWD, file)
NAMING(mkdirat, (int at, const char *file, mode_t mode), (at, file, mode), 'M', at, file)
NAMING(unlink, (const char *file), (file), 'U', AT_FDCWD, file)
NAMING(rmdir, (const char *file), (file), 'D', AT_FDCWD, file)
NAMING(unlinkat, (int at, const char *file, int flags), (at, file, flags),
       flags & AT_REMOVEDIR ? 'D' : 'U', at, file)

#define NAMING_AGAIN(name, arguments, given, kind, from, to)                                \
    int name arguments {                                                                    \
        int done;                                                                           \
        char path[2 * PATH_MAX], other[2 * PATH_MAX];                                       \
        if (log_handle < 0 || !whole(from, old, path) || !whole(to, new, other)             \
            || !(ours(path) || ours(other)))                                                \
            return REAL(name) given;                                                        \
        IN_TURN(done, REAL(name) given, if (!done) note(kind, 0, 0, path, other, "", 0));   \
    }
NAMING_AGAIN(rename, (const char *old, const char *new), (old, new), 'R', AT_FDCWD, AT_FDCWD)
NAMING_AGAIN(renameat, (int from, const char *old, int to, const char *new), (from, old, to, new),
             'R', from, to)
NAMING_AGAIN(renameat2, (int from, const char *old, int to, const char *new, unsigned f),
             (from, old, to, new, f), 'R', from, to)
NAMING_AGAIN(link, (const char *old, const char *new), (old, new), 'L', AT_FDCWD, AT_FDCWD)
NAMING_AGAIN(linkat, (int from, const char *old, int to, const char *new, int f),
             (from, old, to, new, f), 'L', from, to)
