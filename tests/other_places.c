/* Lets files below one folder behave as on another file system; loaded as faults.c is, by tests/other_places.py.

   COCITE_PLACE names what that file system is like. While the file that the test maps says so, and
   only below the folder, calls fail as they do there. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHORTEST_LIMIT = 143 };  /* bytes of a name in an encrypted home (eCryptfs) */

/* As in faults.c: armed, the call from which a place is gone, two that do not count here, calls so far. */
static int64_t *armed;
enum { AT = 1, CALLS = 4, FIELDS = 6 };
static const char *root, *place;
static size_t root_length;

__attribute__((constructor)) static void begin(void) {
    const char *control = getenv("COCITE_FAULTS_CONTROL");
    root = getenv("COCITE_FAULTS_ROOT");
    place = getenv("COCITE_PLACE");
    if (!control || !root || !place) return;
    int handle = open(control, O_RDWR | O_CLOEXEC);
    if (handle < 0) return;
    void *mapped = mmap(NULL, FIELDS * sizeof *armed, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    close(handle);
    root_length = strlen(root);
    if (mapped != MAP_FAILED) armed = mapped;
}

static int is(const char *name) { return armed && *armed && !strcmp(place, name); }

static int gone(void) {  /* asked once for each call below the folder */
    return is("gone") && __atomic_add_fetch(&armed[CALLS], 1, __ATOMIC_SEQ_CST) >= armed[AT];
}

static int concerns(const char *path) { return path && !strncmp(path, root, root_length); }

static const char *named(int handle, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

static const char *below(int folder, const char *name, char *path) {
    if (name[0] == '/' || folder == AT_FDCWD) return name;
    size_t length = strlen(named(folder, path));
    snprintf(path + length, PATH_MAX - length, "/%s", name);
    return path;
}

static int failing(int error) { errno = error; return -1; }

static int refused(const char *path) {  /* a call that names a file */
    if (!armed || !*armed || !concerns(path)) return 0;
    const char *slash = strrchr(path, '/');
    if (is("short names") && slash && strlen(slash + 1) > SHORTEST_LIMIT) return failing(ENAMETOOLONG);
    return path[root_length] && gone() ? failing(ESTALE) : 0;
}

static int lost(int handle) {  /* a call on an open file */
    char path[PATH_MAX];
    if (!is("gone") || !concerns(named(handle, path))) return 0;
    return gone() ? failing(ESTALE) : 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NAMING(result, name, arguments, given, path) \
    result name arguments { return refused(path) ? (result)-1 : REAL(name) given; }
#define HOLDING(result, name, arguments, given, handle) \
    result name arguments { return lost(handle) ? -1 : REAL(name) given; }
#define MODE(flags)                                                      \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest)
#define OPENING(name)                                                    \
    int name(const char *path, int flags, ...) {                         \
        MODE(flags);                                                     \
        return refused(path) ? -1 : REAL(name)(path, flags, mode);       \
    }
#define OPENING_AT(name)                                                 \
    int name(int folder, const char *path, int flags, ...) {             \
        MODE(flags);                                                     \
        char whole[PATH_MAX];                                            \
        return refused(below(folder, path, whole)) ? -1 : REAL(name)(folder, path, flags, mode); \
    }
#define LOCKING(name)                                                    \
    int name(int handle, int command, ...) {                             \
        va_list rest;                                                    \
        va_start(rest, command);                                         \
        void *given = va_arg(rest, void *);                              \
        va_end(rest);                                                    \
        char path[PATH_MAX];                                             \
        int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK; \
        if (command != F_GETLK && locks && is("lying locks") && concerns(named(handle, path))) return 0; \
        if (locks && is("no locks") && concerns(named(handle, path))) return failing(ENOLCK); \
        return REAL(name)(handle, command, given);                       \
    }
#define MAPPING(name, offset_type)                                       \
    void *name(void *at, size_t length, int rights, int flags, int handle, offset_type offset) { \
        char path[PATH_MAX];                                             \
        if (flags & MAP_SHARED && handle >= 0 && is("no shared memory")  \
            && concerns(named(handle, path))) {                          \
            errno = ENODEV;                                              \
            return MAP_FAILED;                                           \
        }                                                                \
        return REAL(name)(at, length, rights, flags, handle, offset);    \
    }

OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)
LOCKING(fcntl)
LOCKING(fcntl64)
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)
NAMING(int, mkdir, (const char *path, mode_t mode), (path, mode), path)
NAMING(int, stat, (const char *path, struct stat *s), (path, s), path)
NAMING(int, stat64, (const char *path, struct stat64 *s), (path, s), path)
NAMING(int, lstat, (const char *path, struct stat *s), (path, s), path)
NAMING(int, lstat64, (const char *path, struct stat64 *s), (path, s), path)
NAMING(int, access, (const char *path, int mode), (path, mode), path)
NAMING(int, unlink, (const char *path), (path), path)
NAMING(int, rmdir, (const char *path), (path), path)
HOLDING(int, fstat, (int h, struct stat *s), (h, s), h)
HOLDING(int, fstat64, (int h, struct stat64 *s), (h, s), h)
HOLDING(int, fdatasync, (int h), (h), h)
HOLDING(ssize_t, read, (int h, void *b, size_t n), (h, b, n), h)
HOLDING(ssize_t, pread, (int h, void *b, size_t n, off_t o), (h, b, n, o), h)
HOLDING(ssize_t, pread64, (int h, void *b, size_t n, off64_t o), (h, b, n, o), h)
HOLDING(ssize_t, write, (int h, const void *b, size_t n), (h, b, n), h)
HOLDING(ssize_t, pwrite, (int h, const void *b, size_t n, off_t o), (h, b, n, o), h)
HOLDING(ssize_t, pwrite64, (int h, const void *b, size_t n, off64_t o), (h, b, n, o), h)

int flock(int handle, int operation) {
    char path[PATH_MAX];
    if (is("no locks") && concerns(named(handle, path))) return failing(ENOLCK);
    if (is("lying locks") && concerns(named(handle, path))) return 0;
    return REAL(flock)(handle, operation);
}

int fsync(int handle) {
    char path[PATH_MAX];
    struct stat found;
    if (lost(handle)) return -1;
    if (is("no sync of folders") && concerns(named(handle, path)) && !REAL(fstat)(handle, &found)
        && S_ISDIR(found.st_mode)) return failing(EINVAL);
    return REAL(fsync)(handle);
}

int link(const char *old, const char *new) {
    return is("no links") && concerns(new) ? failing(EPERM) : REAL(link)(old, new);
}

int rename(const char *old, const char *new) {
    if (refused(new)) return -1;
    if (is("no replacing") && concerns(new) && !REAL(access)(new, F_OK)) return failing(EEXIST);
    return REAL(rename)(old, new);
}
